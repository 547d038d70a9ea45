// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.settings;

/** The settings of a comparison that can be taken from a capture. */
public enum CapturedSetting {
    /** The credits that the server granted. */
    CREDITS,
    /** The number of Receive buffers, which is derived from the credits. */
    BUFFERS,
    /** The size of a Receive buffer, from the private data of RFC 8797. */
    BUFFER_SIZE,
    /** The number of connections. */
    CONNECTIONS,
    /** The rate at which connections start. */
    ARRIVALS
}
