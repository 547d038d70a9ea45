// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.testkit;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class EndlessTestsTest {
    private final LinkedBlockingQueue<String> reports = new LinkedBlockingQueue<>();

    @Test
    void shouldReportWhichTestsDoNotEndAndWhatTheirThreadsDo() throws InterruptedException {
        new EndlessTests(1, reports::add).watch("SomeTest");
        final String report = reports.poll(100, TimeUnit.SECONDS);
        assertTrue(report.startsWith("test class did not finish in time: class=SomeTest minutes=0\n"), report);
        assertTrue(report.contains("shouldReportWhichTestsDoNotEndAndWhatTheirThreadsDo"), report);
    }

    @Test
    void shouldLeaveTestsThatEndAlone() throws Exception {
        new EndlessTests(100_000, reports::add).watch("SomeTest").close();
        for (final Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().equals("watches SomeTest")) {
                thread.join();
            }
        }
        assertTrue(reports.isEmpty());
    }

    @Test
    void shouldWatchAllTests() {
        assertTrue(Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread ->
                        thread.getName().equals("watches " + getClass().getName())));
    }
}
