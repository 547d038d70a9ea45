// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.decode;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.agrona.DirectBuffer;

/** The operations of NFSv4's COMPOUND (RFC 7530, 8881, 7862): the one that says most stands for all. */
final class CompoundNames {
    static final int UNKNOWN = -1;

    private static final int FIRST = 3;
    private static final String[] NAMES = ("ACCESS CLOSE COMMIT CREATE DELEGPURGE DELEGRETURN GETATTR GETFH LINK LOCK"
                    + " LOCKT LOCKU LOOKUP LOOKUPP NVERIFY OPEN OPENATTR OPEN_CONFIRM OPEN_DOWNGRADE PUTFH PUTPUBFH"
                    + " PUTROOTFH READ READDIR READLINK REMOVE RENAME RENEW RESTOREFH SAVEFH SECINFO SETATTR SETCLIENTID"
                    + " SETCLIENTID_CONFIRM VERIFY WRITE RELEASE_LOCKOWNER BACKCHANNEL_CTL BIND_CONN_TO_SESSION"
                    + " EXCHANGE_ID CREATE_SESSION DESTROY_SESSION FREE_STATEID GET_DIR_DELEGATION GETDEVICEINFO"
                    + " GETDEVICELIST LAYOUTCOMMIT LAYOUTGET LAYOUTRETURN SECINFO_NO_NAME SEQUENCE SET_SSV TEST_STATEID"
                    + " WANT_DELEGATION DESTROY_CLIENTID RECLAIM_COMPLETE ALLOCATE COPY COPY_NOTIFY DEALLOCATE IO_ADVISE"
                    + " LAYOUTERROR LAYOUTSTATS OFFLOAD_CANCEL OFFLOAD_STATUS READ_PLUS SEEK WRITE_SAME CLONE")
            .split(" ");

    private static final int SEQUENCE_BYTES = 32;
    /** Operations that are looked at: those in front name a session and a file. */
    private static final int MOST = 8;

    private CompoundNames() {}

    /** Returns the name of an operation; null if there is none. */
    static String of(final int operation) {
        return operation >= FIRST && operation < FIRST + NAMES.length ? NAMES[operation - FIRST] : null;
    }

    /** Returns the first operation of a call that names neither a session nor a file; the last if all do. */
    static int operation(final DirectBuffer buffer, final int begin, final int end) {
        long at = skipOpaque(buffer, begin, end) + Integer.BYTES; // the tag, and the minor version
        int operation = UNKNOWN;
        if (at + Integer.BYTES > end) {
            return UNKNOWN;
        }
        final int count = Math.min(MOST, buffer.getInt((int) at, BIG_ENDIAN));
        at += Integer.BYTES;
        for (int i = 0; i < count && at + Integer.BYTES <= end; i++) {
            operation = buffer.getInt((int) at, BIG_ENDIAN);
            at += Integer.BYTES;
            switch (of(operation) == null ? "" : of(operation)) {
                case "SEQUENCE" -> at += SEQUENCE_BYTES;
                case "PUTFH" -> at = skipOpaque(buffer, at, end);
                case "PUTROOTFH", "SAVEFH", "RESTOREFH" -> at += 0;
                default -> {
                    return operation;
                }
            }
        }
        return operation;
    }

    /** Returns the offset behind bytes that their length is in front of; beyond the end if they are not all there. */
    private static long skipOpaque(final DirectBuffer buffer, final long at, final int end) {
        return at + Integer.BYTES > end
                ? end
                : at + Integer.BYTES + (Integer.toUnsignedLong(buffer.getInt((int) at, BIG_ENDIAN)) + 3 & -4);
    }
}
