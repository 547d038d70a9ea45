// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

/**
 * The settings of a server's reply cache, which has calls carried out at most once. A client that has lost its
 * connection repeats the calls that it awaits; the cache answers a repeated call by the first one's reply, without the
 * service. Linux's NFS server has one, the duplicate request cache.
 *
 * <p>A call is a repetition if these agree: transaction id, address of the client (not its port, which is another for
 * each connection), program, version, procedure, length of the arguments, and a checksum of the first 256 bytes of the
 * arguments and of the first 256 bytes in Read chunks. A repetition that comes while the first call is in progress
 * waits for its answer.
 *
 * <p>Not kept, so that a repetition is carried out again: replies longer than {@link #longestReply()}, replies with
 * data in Write chunks, replies that were pushed out by later ones, and those older than {@link #periodNanos()}. Pushed
 * out is the oldest reply that the client's device has acknowledged or, if there is none, the oldest. The server's
 * figures count these cases.
 *
 * @param procedures  chooses the procedures whose replies are kept: those that must not be carried out twice.
 * @param entries     replies that are kept at most, and calls in progress: 1 to 1,048,576.
 * @param longestReply bytes of the longest reply message that is kept, 24 to 65,536. The cache takes this much memory
 *                    per entry, in blocks, as it fills.
 * @param periodNanos nanoseconds for which a reply is kept, at least 1.
 */
public record ReplyCaching(ProcedureFilter procedures, int entries, int longestReply, long periodNanos) {
    private static final int MOST_ENTRIES = 1 << 20;
    private static final int LONGEST_REPLY = 65_536;

    /**
     * Checks the settings.
     *
     * @param procedures   as above.
     * @param entries      as above.
     * @param longestReply as above.
     * @param periodNanos  as above.
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
     * Returns the default settings: 16,384 replies of up to 512 bytes, 8 MB in all, for 2 minutes as in Linux.
     *
     * @param procedures chooses the procedures whose replies are kept.
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
