// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.jvm;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import com.sun.tools.attach.VirtualMachineDescriptor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.rpcrdma.bench.console.InputException;

/**
 * Finds this user's JVMs on this machine and attaches to them. Every attempt has a time limit, because a stopped JVM
 * never answers.
 *
 * @param pids    returns the process ids in a new list. All processes must be JVMs, because attaching to any other
 *                process kills it.
 * @param seconds the time limit.
 */
public record AttachableJvms(Supplier<List<Long>> pids, int seconds) {
    /** The other JVMs of this user. Tests use a longer time limit, because their host may be busy. */
    public static final AttachableJvms OF_USER =
            new AttachableJvms(AttachableJvms::ofUser, Integer.getInteger("org.rpcrdma.bench.answerSeconds", 10));

    private static final String FORBIDS = "-XX:+DisableAttachMechanism";

    /** Returns the process ids of the other JVMs of this user. */
    public static List<Long> ofUser() {
        final long own = ProcessHandle.current().pid();
        return VirtualMachine.list().stream()
                .map(VirtualMachineDescriptor::id)
                .map(Long::valueOf)
                .filter(pid -> pid != own
                        && ProcessHandle.of(pid).filter(AttachableJvms::isOwn).isPresent())
                .collect(Collectors.toList());
    }

    /** Returns true if a process belongs to this user. */
    static boolean isOwn(final ProcessHandle process) {
        final Optional<String> user = process.info().user();
        return user.isPresent() && user.equals(ProcessHandle.current().info().user());
    }

    /**
     * Returns the devices whose objects are visible in each JVM. Queries all JVMs in parallel. Reads only a system
     * property, so that no agent is started in a JVM that shows nothing.
     *
     * @param asked    the JVMs' process ids.
     * @param property the system property that lists the devices.
     * @param warning  receives one line per JVM that did not answer in time or forbids attaching.
     * @return the devices by process id, or an empty text for a JVM without devices. JVMs that have exited or did not
     *     answer are missing.
     */
    SortedMap<Long, String> devices(final List<Long> asked, final String property, final Consumer<String> warning) {
        final List<Callable<String>> questions = new ArrayList<>();
        asked.forEach(pid -> questions.add(() -> devices(pid, property)));
        final List<Future<String>> answers = ask(questions);
        final SortedMap<Long, String> devices = new TreeMap<>();
        for (int i = 0; i < answers.size(); i++) {
            final long pid = asked.get(i);
            try {
                devices.put(pid, answers.get(i).get());
            } catch (final CancellationException e) {
                warning.accept(noAnswer(pid));
            } catch (final ExecutionException e) {
                if (forbidsAttaching(pid, e.getCause())) {
                    warning.accept("JVM does not allow attaching (" + FORBIDS + "): pid=" + pid
                            + "; start it without that option, or read its figures through Micrometer or a JMX port");
                }
                // otherwise the JVM has exited
            } catch (final InterruptedException e) {
                throw interrupted(e);
            }
        }
        return devices;
    }

    /** Attaches to a JVM that shows objects. If no process id is given, there must be exactly one such JVM. */
    public JvmConnection attach(final Long pid, final VisibleObjects objects, final Consumer<String> warning)
            throws IOException {
        return attach(find(pid, objects, warning));
    }

    private LocalJvm find(final Long pid, final VisibleObjects objects, final Consumer<String> warning)
            throws IOException {
        if (pid == null) {
            final List<LocalJvm> found = new ArrayList<>();
            devices(pids.get(), objects.property(), warning).forEach((other, devices) -> {
                if (!devices.isEmpty()) {
                    found.add(new LocalJvm(other, devices));
                }
            });
            return LocalJvm.only(found, objects);
        }
        if (!pids.get().contains(pid)) {
            throw new InputException("--pid must name another running JVM of this user: " + pid
                    + (ProcessHandle.of(pid).filter(AttachableJvms::isOwn).isPresent()
                            ? "; JVMs with -XX:-UsePerfData cannot be found"
                            : ""));
        }
        final List<String> reasons = new ArrayList<>();
        final String devices =
                devices(List.of(pid), objects.property(), reasons::add).get(pid);
        if (devices == null) {
            throw new IOException(reasons.isEmpty() ? noAnswer(pid) : reasons.get(0));
        }
        if (devices.isEmpty()) {
            throw new InputException("--pid must name a JVM that has " + objects.label() + ": " + pid);
        }
        return new LocalJvm(pid, devices);
    }

    /** Attaches to a JVM on this machine. */
    public JvmConnection attach(final LocalJvm jvm) throws IOException {
        try {
            return ask(List.<Callable<JvmConnection>>of(() -> JvmConnection.to(jvm.startAgent())))
                    .get(0)
                    .get();
        } catch (final CancellationException e) {
            throw new IOException(noAnswer(jvm.pid()), e);
        } catch (final ExecutionException e) {
            throw new IOException(
                    "cannot attach to JVM " + jvm.pid() + ": " + e.getCause().getMessage(), e);
        } catch (final InterruptedException e) {
            throw interrupted(e);
        }
    }

    private String noAnswer(final long pid) {
        return "JVM does not answer: pid=" + pid + " seconds=" + seconds;
    }

    /** Runs queries in parallel and cancels those that exceed the time limit. */
    private <T> List<Future<T>> ask(final List<Callable<T>> questions) {
        final ExecutorService threads = Executors.newCachedThreadPool(task -> {
            final Thread thread = new Thread(task, "attach");
            thread.setDaemon(true);
            return thread;
        });
        try {
            return threads.invokeAll(questions, seconds, TimeUnit.SECONDS);
        } catch (final InterruptedException e) {
            throw interrupted(e);
        } finally {
            threads.shutdownNow();
        }
    }

    private static IllegalStateException interrupted(final InterruptedException e) {
        Thread.currentThread().interrupt();
        return new IllegalStateException("interrupted while attaching to JVMs", e);
    }

    /**
     * Returns true if a JVM runs with the option that forbids attaching. The JDK has no separate exception for this
     * case.
     */
    private static boolean forbidsAttaching(final long pid, final Throwable failure) {
        return hasForbidding(pid)
                || failure instanceof AttachNotSupportedException
                        && failure.getMessage().contains("not support")
                        && ProcessHandle.of(pid).isPresent();
    }

    private static boolean hasForbidding(final long pid) {
        return ProcessHandle.of(pid)
                .flatMap(process -> process.info().arguments())
                .filter(arguments -> List.of(arguments).contains(FORBIDS))
                .isPresent();
    }

    private static String devices(final long pid, final String property)
            throws IOException, AttachNotSupportedException {
        if (hasForbidding(pid)) {
            // With -XX:-UsePerfData, such a JVM would respond to the attempt by printing the stacks of its threads.
            throw new AttachNotSupportedException(FORBIDS);
        }
        final VirtualMachine machine = VirtualMachine.attach(Long.toString(pid));
        try {
            return machine.getSystemProperties().getProperty(property, "");
        } finally {
            machine.detach();
        }
    }
}
