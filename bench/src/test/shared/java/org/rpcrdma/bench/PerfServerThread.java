// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.IntSupplier;
import org.rpcrdma.bench.console.ExitCode;

/** Runs {@code perf server} on a thread of this JVM. The server exits after an idle period without clients. */
public final class PerfServerThread {
    private static final int FIRST_IDLE_SECONDS = 2;
    private static final int MOST_IDLE_SECONDS = 500;

    private PerfServerThread() {}

    /**
     * Runs a client while a server listens, and waits for both. On a slow host, the server may exit before the client
     * connects. Both then run again, and the server waits twice as long.
     *
     * @param options the server's options, without {@code --idle}.
     * @param client  runs the client; returns its exit code.
     * @return the client's exit code.
     */
    public static int serve(final String options, final IntSupplier client)
            throws InterruptedException, ExecutionException {
        for (int idle = FIRST_IDLE_SECONDS; ; idle *= 2) {
            final FutureTask<Integer> server = start("perf server --idle " + idle + " " + options);
            final int status = client.getAsInt();
            final boolean endedEarly = status != ExitCode.DONE && server.isDone();
            assertEquals(ExitCode.DONE, server.get());
            if (!endedEarly || idle > MOST_IDLE_SECONDS) {
                return status;
            }
        }
    }

    /** Starts a server, and returns as soon as the server is listening. */
    private static FutureTask<Integer> start(final String line) {
        final StringWriter words = new StringWriter();
        final PrintWriter writer = new PrintWriter(words);
        final FutureTask<Integer> server = new FutureTask<>(
                () -> Rpcrdma.execute(Rpcrdma.commandLine().setOut(writer).setErr(writer), line.split(" ")));
        final Thread thread = new Thread(server, "perf server");
        thread.setDaemon(true);
        thread.start();
        while (!server.isDone() && !words.toString().contains("listening: ")) {
            Thread.onSpinWait();
        }
        return server;
    }
}
