// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.argument;

import java.util.function.Function;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.bench.perf.PerfServer;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.VerbsException;
import picocli.CommandLine.Option;

/**
 * The options that the server and client of {@code rpcrdma perf} share: the port, and whether to poll or wait for
 * events.
 */
public final class PerfDevice {
    @Option(
            names = {"-p", "--port"},
            paramLabel = "PORT",
            description = "the server's port; RPCs use the next port (default: 18515)")
    private int port = PerfServer.DEFAULT_PORT;

    @Option(
            names = {"-e", "--events"},
            description = "wait for events instead of polling; RPCs always do, write-lat never")
    private boolean events;

    /** Returns the port, 1 to {@link PerfServer#MAX_PORT}. */
    public int port() {
        if (port < 1 || port > PerfServer.MAX_PORT) {
            throw new InputException("--port must be from 1 to " + PerfServer.MAX_PORT + ": --port=" + port);
        }
        return port;
    }

    /** Returns true to poll, false to wait for events. */
    public boolean spins() {
        return !events;
    }

    /** Opens a device; reports a missing device as an unusable argument. */
    public static Device open(final String name, final Function<String, Device> opener) {
        try {
            return opener.apply(name);
        } catch (final VerbsException e) {
            throw new InputException("--device " + name + ": " + e.getMessage());
        }
    }
}
