// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.testkit;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Exits the JVM if a test class runs longer than any test class should need, even on a loaded machine, and prints the
 * class and the stacks of all threads. This is necessary because JUnit's timeouts only interrupt the thread, and a loop
 * may ignore the interrupt. The test would then hang the build, because Surefire 3.5.4 cannot stop one of several
 * forked JVMs. The POM registers this class in modules that use the testkit.
 */
public final class EndlessTests implements BeforeAllCallback {
    private static final long LONGEST_MILLIS = TimeUnit.MINUTES.toMillis(15);

    private final long longestMillis;
    private final Consumer<String> end;

    /** Creates a watchdog with a limit of 15 minutes. */
    public EndlessTests() {
        this(LONGEST_MILLIS, EndlessTests::halt);
    }

    EndlessTests(final long longestMillis, final Consumer<String> end) {
        this.longestMillis = longestMillis;
        this.end = end;
    }

    @Override
    public void beforeAll(final ExtensionContext context) {
        final AutoCloseable watch = watch(context.getRequiredTestClass().getName());
        context.getStore(ExtensionContext.Namespace.create(EndlessTests.class)).put(context.getUniqueId(), watch);
    }

    /** Watches a test class until the returned object is closed. */
    AutoCloseable watch(final String tests) {
        final String beginning = "test class did not finish in time: class=" + tests + " minutes="
                + TimeUnit.MILLISECONDS.toMinutes(longestMillis) + '\n';
        final Thread watching = new Thread(() -> await(beginning), "watches " + tests);
        watching.setDaemon(true);
        watching.start();
        return watching::interrupt;
    }

    private void await(final String beginning) {
        try {
            Thread.sleep(longestMillis);
        } catch (final InterruptedException e) {
            return; // the test class has ended
        }
        String report = beginning;
        try {
            report += stacks();
        } catch (final OutOfMemoryError e) {
            // Report without the stacks.
        }
        end.accept(report);
    }

    private static String stacks() {
        final StringBuilder report = new StringBuilder();
        Thread.getAllStackTraces().forEach((thread, stack) -> {
            report.append(thread).append(' ').append(thread.getState()).append('\n');
            for (final StackTraceElement frame : stack) {
                report.append("  at ").append(frame).append('\n');
            }
        });
        return report.toString();
    }

    /**
     * Writes directly to the file descriptor, because Surefire replaces System.err with a queue. Also ends child
     * processes, because Maven waits for processes that have inherited this file.
     */
    private static void halt(final String report) {
        try {
            ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
            final PrintStream error =
                    new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
            error.println(report);
        } finally {
            Runtime.getRuntime().halt(1);
        }
    }
}
