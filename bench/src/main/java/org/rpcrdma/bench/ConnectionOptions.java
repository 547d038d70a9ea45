// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.transport.server.RpcRdmaServer;
import picocli.CommandLine.Option;

/**
 * The options {@code --max-connections} and {@code --max-connections-per-address} of the server commands. Not
 * thread-safe.
 */
public final class ConnectionOptions {
    private static final String ALL = "--max-connections";
    private static final String OF_ONE = "--max-connections-per-address";

    @Option(names = ALL, paramLabel = "N", description = "maximum concurrent connections (default: limited by memory)")
    private Integer maxConnections;

    @Option(
            names = OF_ONE,
            paramLabel = "N",
            description = "maximum concurrent connections per address (default: half of the total limit, at least 64)")
    private Integer maxPerAddress;

    /** Called by picocli. */
    public ConnectionOptions() {}

    /**
     * Applies the limits to a server's settings.
     *
     * @param context the server's settings.
     * @return the same settings.
     */
    public RpcRdmaServer.Context bound(final RpcRdmaServer.Context context) {
        return context.maxConnections(value(ALL, maxConnections))
                .maxConnectionsPerAddress(value(OF_ONE, maxPerAddress));
    }

    private static int value(final String name, final Integer value) {
        if (value != null && value < 1) {
            throw new InputException(name + " must be at least 1: " + name + "=" + value);
        }
        return value == null ? 0 : value;
    }
}
