// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;
import org.rpcrdma.arena.ReceiveArena;
import org.rpcrdma.junit.LoopbackPair;
import org.rpcrdma.junit.SimulatedRdma;
import org.rpcrdma.verbs.MemoryBlock;

/** Checks that the messages shown in docs match the messages in the code, except for numbers. */
@SimulatedRdma
class DocumentedMessagesTest {
    @Test
    void shouldShowTheMessageOfADoubleRelease(final ReceiveArena arena) throws Exception {
        final AtomicLong buffer = new AtomicLong();
        run("worker-1", () -> buffer.set(arena.acquire()));
        run("worker-2", () -> arena.release(buffer.get()));

        final RuntimeException refused = assertThrows(RuntimeException.class, () -> arena.release(buffer.get()));
        assertShown("arena.md", refused.getMessage());
    }

    /** A copy of LandingTest without its last two lines. It is not run as a test of this build. */
    @SimulatedRdma
    static final class Forgetful {
        @Test
        void shouldLandInTheArena(final LoopbackPair pair, final ReceiveArena arena) {
            final MemoryBlock text = pair.client().device().memory().allocate(64, 64);
            pair.client().protectionDomain().registerMemory(text.address(), 64, text.address(), 0);
            arena.release(arena.acquire());
        }
    }

    @Test
    void shouldShowTheMessageOfALeak() throws IOException {
        final List<Event> failed = EngineTestKit.engine("junit-jupiter")
                .selectors(DiscoverySelectors.selectClass(Forgetful.class))
                .execute()
                .testEvents()
                .failed()
                .list();
        final Throwable leak = failed.get(0)
                .getRequiredPayload(TestExecutionResult.class)
                .getThrowable()
                .orElseThrow();
        assertShown("testing.md", leak.toString());
    }

    private static void run(final String name, final Runnable task) throws InterruptedException {
        final Thread thread = new Thread(task, name);
        thread.start();
        thread.join();
    }

    private static void assertShown(final String page, final String message) throws IOException {
        final String text = Files.readString(Path.of("../docs", page));
        assertTrue(masked(text).contains(masked(message)), page + " does not show: " + message);
    }

    private static String masked(final String text) {
        return text.replaceAll("0x[0-9a-f]+|\\b\\d+\\b", "N").replaceAll("\\s+", " ");
    }

    @Test
    void shouldMaskNumbersOnly() {
        assertEquals("handle=N slot=N by=worker-N", masked("handle=0x2f slot=1\n  by=worker-2"));
    }
}
