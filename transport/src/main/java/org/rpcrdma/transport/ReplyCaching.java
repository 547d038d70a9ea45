// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

/**
 * The settings of a server's reply cache, which ensures that calls execute at most once. After a client loses its
 * connection, it repeats its outstanding calls. The cache answers a repeated call with the first reply and does not
 * call the service again. It corresponds to the duplicate request cache of Linux's NFS server. Immutable.
 *
 * <p>Two calls are considered identical if they have the same transaction id, client address, program, version,
 * procedure, argument length, and checksum. The port is not compared, because it differs for each connection. The
 * checksum covers the first 256 bytes of the arguments and the first 256 bytes in Read chunks. A repeated call that
 * arrives while the first call is in progress waits for the first call's answer.
 *
 * <p>The cache does not keep replies longer than {@link #longestReply()} or replies with data in Write chunks. It also
 * discards replies that it evicts or that are older than {@link #periodNanos()}. In all these cases, the server
 * executes a repeated call again. If the cache is full, it evicts the oldest reply that the client's device has
 * acknowledged or, if no reply has been acknowledged, the oldest reply. The server's figures count all these cases.
 * Linux's cache keeps neither replies of more than 256 bytes nor replies to READ and READLINK, the NFSv3 procedures
 * with results in Write chunks (RFC 8267).
 *
 * @param procedures   selects the procedures whose replies are kept: the procedures that must not be executed twice.
 * @param entries      the maximum number of kept replies and calls in progress: 1 to 1,048,576.
 * @param longestReply the maximum length of a kept reply message, 24 to 65,536 bytes. The cache allocates this much
 *                     memory per entry, in blocks, as it fills.
 * @param periodNanos  the time for which a reply is kept, at least 1 ns.
 */
public record ReplyCaching(ProcedureFilter procedures, int entries, int longestReply, long periodNanos) {
    private static final int MOST_ENTRIES = 1 << 20;
    private static final int LONGEST_REPLY = 65_536;

    /**
     * Checks the settings.
     *
     * @param procedures   selects the procedures whose replies are kept.
     * @param entries      the maximum number of kept replies and calls in progress.
     * @param longestReply the maximum length of a kept reply message, in bytes.
     * @param periodNanos  the time for which a reply is kept, in ns.
     * @throws IllegalArgumentException if a number is out of range, or the procedures are missing.
     */
    public ReplyCaching {
        if (procedures == null) {
            throw new IllegalArgumentException("procedures are required");
        }
        range("entries", entries, 1, MOST_ENTRIES);
        range("longestReply", longestReply, RpcProgram.RESULTS, LONGEST_REPLY);
        range("periodNanos", periodNanos, 1, Long.MAX_VALUE);
    }

    /**
     * Returns the default settings. The cache then keeps up to 16,384 replies of up to 512 bytes (8 MB in total) for 2
     * minutes. Linux also keeps replies for 2 minutes.
     *
     * @param procedures selects the procedures whose replies are kept.
     * @return the settings.
     * @throws IllegalArgumentException if the procedures are missing.
     */
    public static ReplyCaching of(final ProcedureFilter procedures) {
        return new ReplyCaching(procedures, 16_384, 512, 120_000_000_000L);
    }

    private static void range(final String name, final long value, final long least, final long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(name + " must be " + least + " to " + most + ": " + name + "=" + value);
        }
    }
}
