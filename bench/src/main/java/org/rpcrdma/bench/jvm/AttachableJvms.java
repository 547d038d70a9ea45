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
import java.util.stream.Collectors;

/** The other JVMs of this user on this machine, and the figures of their devices. */
final class AttachableJvms {
    /** A JVM that has not answered by then is stopped, or stuck; the tests, on a host however busy, give it longer. */
    private static final int ANSWER_SECONDS = Integer.getInteger("org.rpcrdma.bench.answerSeconds", 10);

    private AttachableJvms() {}

    /** Their process ids; nothing else may be attached to, since attaching would kill any other process. */
    static List<Long> pids() {
        final long own = ProcessHandle.current().pid();
        return VirtualMachine.list().stream()
                .map(VirtualMachineDescriptor::id)
                .map(Long::valueOf)
                .filter(pid -> pid != own
                        && ProcessHandle.of(pid).filter(AttachableJvms::isOwn).isPresent())
                .collect(Collectors.toList());
    }

    /** Returns true if a process is this user's. */
    static boolean isOwn(final ProcessHandle process) {
        final Optional<String> user = process.info().user();
        return user.isPresent() && user.equals(ProcessHandle.current().info().user());
    }

    /**
     * Asks JVMs for the devices that they show something of, all at once. Only a system property is read: no agent is
     * started in a JVM that has none.
     *
     * @param property the one that names the devices.
     * @return the devices by process id, empty without any; a JVM that does not answer is not in it.
     */
    static SortedMap<Long, String> devices(final List<Long> pids, final String property) {
        final ExecutorService threads = Executors.newCachedThreadPool(task -> {
            final Thread thread = new Thread(task, "attach");
            thread.setDaemon(true);
            return thread;
        });
        try {
            final List<Callable<String>> questions = new ArrayList<>();
            pids.forEach(pid -> questions.add(() -> devices(pid, property)));
            final List<Future<String>> answers = threads.invokeAll(questions, ANSWER_SECONDS, TimeUnit.SECONDS);
            final SortedMap<Long, String> devices = new TreeMap<>();
            for (int i = 0; i < answers.size(); i++) {
                final long pid = pids.get(i);
                answer(answers.get(i)).ifPresent(answer -> devices.put(pid, answer));
            }
            return devices;
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while JVMs were asked for their devices", e);
        } finally {
            threads.shutdownNow();
        }
    }

    private static Optional<String> answer(final Future<String> answer) throws InterruptedException {
        try {
            return Optional.of(answer.get());
        } catch (final ExecutionException | CancellationException e) {
            return Optional.empty();
        }
    }

    private static String devices(final long pid, final String property)
            throws IOException, AttachNotSupportedException {
        final VirtualMachine machine = VirtualMachine.attach(Long.toString(pid));
        try {
            return machine.getSystemProperties().getProperty(property, "");
        } finally {
            machine.detach();
        }
    }
}
