// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.Closeable;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Command;

/** Tests what commands print if the heap is too small. */
class OutOfMemoryTest extends CommandTest {
    private static final String REMEDY = " MB; RPCRDMA_JAVA_OPTS=-Xmx... raises the limit";

    /** A command whose body and whose close method throw the same error, as the JVM does if the heap is full. */
    @Command(name = "full")
    static final class FullCommand implements Callable<Integer> {
        private final OutOfMemoryError error = new OutOfMemoryError("Java heap space");

        private void fail() {
            throw error;
        }

        @Override
        public Integer call() throws Exception {
            try (Closeable closed = this::fail) {
                fail();
                return closed.hashCode();
            }
        }
    }

    @Test
    void shouldSayThatTheHeapIsTooSmallIfClosingFailsForTheSameReason() {
        final int code = Rpcrdma.execute(
                alone(new FullCommand()).setOut(new PrintWriter(out)).setErr(new PrintWriter(err)));
        assertEquals(1, code);
        assertOneLine(
                "rpcrdma: out of memory: the heap has " + (Runtime.getRuntime().maxMemory() >> 20) + REMEDY);
    }
}
