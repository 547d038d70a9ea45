// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.rpcrdma.example.ChecksumService.PROGRAM;
import static org.rpcrdma.example.ChecksumService.PUT;
import static org.rpcrdma.example.ChecksumService.VERSION;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rpcrdma.junit.RpcPair;
import org.rpcrdma.junit.SimulatedRdma;

/** Tests a service that answers on worker threads, the example in docs/testing.md. */
@SimulatedRdma
class WorkerTest {
    private static final byte[] HELLO = "hello".getBytes(StandardCharsets.US_ASCII);

    private final ExecutorService worker = Executors.newSingleThreadExecutor();
    private final AtomicInteger served = new AtomicInteger();

    @AfterEach
    void endWorker() {
        worker.shutdown();
    }

    @ParameterizedTest
    @CsvSource({"0, 200", "2, 50", "20, 10", "200, 2"})
    void shouldServeEachCallOnceHoweverLongItsWorkerTakes(final int millis, final int calls, final RpcPair rpc) {
        rpc.serve(ChecksumService.on(task -> worker.execute(() -> {
            served.incrementAndGet();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
            task.run();
        })));

        for (int i = 0; i < calls; i++) {
            final int crc = rpc.call(
                    PROGRAM,
                    VERSION,
                    PUT,
                    (call, arguments) -> arguments.putOpaque(HELLO),
                    reply -> reply.results().getInt());
            assertEquals(0x3610a686, crc);
        }

        assertEquals(calls, served.get());
    }

    @Test
    void shouldAnswerOnAWorker(final RpcPair rpc) {
        rpc.serve(ChecksumService.on(worker));

        final int crc = rpc.call(
                PROGRAM,
                VERSION,
                PUT,
                (call, arguments) -> arguments.putOpaque(HELLO),
                reply -> reply.results().getInt());

        assertEquals(0x3610a686, crc);
    }
}
