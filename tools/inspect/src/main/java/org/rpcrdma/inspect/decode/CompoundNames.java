// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.decode;

import static java.nio.ByteOrder.BIG_ENDIAN;

import java.util.Arrays;
import java.util.stream.Stream;
import org.agrona.DirectBuffer;
import org.rpcrdma.wire.RpcMessage;

/**
 * The names of the operations in NFSv4's COMPOUND (RFC 7530, 8881, 7862). A call is named after its most significant
 * operation.
 */
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

    private static final String[] CALLBACK_NAMES = ("CB_GETATTR CB_RECALL CB_LAYOUTRECALL CB_NOTIFY CB_PUSH_DELEG"
                    + " CB_RECALL_ANY CB_RECALLABLE_OBJ_AVAIL CB_RECALL_SLOT CB_SEQUENCE CB_WANTS_CANCELLED"
                    + " CB_NOTIFY_LOCK CB_NOTIFY_DEVICEID CB_OFFLOAD")
            .split(" ");

    private static final int SESSION_BYTES = 16;
    private static final int SEQUENCE_BYTES = 32;
    private static final int CALLBACK_SEQUENCE = 11;
    /** The maximum number of operations to examine. The first few only select a session and a file. */
    private static final int MOST = 8;

    private CompoundNames() {}

    /** Returns the name of an operation in a program's COMPOUND, or null if it has no name. */
    static String of(final int program, final int operation) {
        final String[] names = ProgramNames.isCallback(program) ? CALLBACK_NAMES : NAMES;
        return operation >= FIRST && operation < FIRST + names.length ? names[operation - FIRST] : null;
    }

    /** Returns true if a known operation has this name. */
    static boolean isOperation(final String name) {
        return Stream.of(NAMES, CALLBACK_NAMES).flatMap(Arrays::stream).anyMatch(name::equalsIgnoreCase);
    }

    /**
     * Returns the most significant operation of a call. This is the first operation that does more than select a
     * session or file, or request attributes or a handle. If no operation does more, it is the last request for
     * attributes or a handle, or otherwise the last operation. Returns UNKNOWN if the call is not a COMPOUND.
     */
    static int operation(final RpcMessage call, final DirectBuffer buffer, final int begin, final int end) {
        final boolean isCallback = ProgramNames.isCallback(call);
        if (!isCallback && !ProgramNames.isCompound(call)) {
            return UNKNOWN;
        }
        // Skips the tag and the minor version. A callback has an additional identifier.
        long at = skipOpaque(buffer, begin, end) + (isCallback ? 2 : 1) * Integer.BYTES;
        if (at + Integer.BYTES > end) {
            return UNKNOWN;
        }
        final int count = Math.min(MOST, buffer.getInt((int) at, BIG_ENDIAN));
        at += Integer.BYTES;
        int asking = UNKNOWN;
        int operation = UNKNOWN;
        for (int i = 0; i < count && at + Integer.BYTES <= end; i++) {
            operation = buffer.getInt((int) at, BIG_ENDIAN);
            at += Integer.BYTES;
            if (isCallback) {
                if (operation != CALLBACK_SEQUENCE) {
                    return operation;
                }
                at = skipReferring(buffer, at + SEQUENCE_BYTES, end);
                continue;
            }
            switch (of(call.program(), operation) == null ? "" : of(call.program(), operation)) {
                case "SEQUENCE" -> at += SEQUENCE_BYTES;
                case "PUTFH" -> at = skipOpaque(buffer, at, end);
                case "PUTROOTFH", "SAVEFH", "RESTOREFH" -> at += 0;
                case "GETFH" -> asking = operation;
                case "GETATTR" -> {
                    asking = operation;
                    at += (count(buffer, at, end) + 1) * Integer.BYTES;
                }
                default -> {
                    return operation;
                }
            }
        }
        return asking == UNKNOWN ? operation : asking;
    }

    /** Returns the offset of the first byte after the list of calls to which a CB_SEQUENCE refers. */
    private static long skipReferring(final DirectBuffer buffer, final long begin, final int end) {
        final long lists = count(buffer, begin, end);
        long at = begin + Integer.BYTES;
        for (long i = 0; i < lists && at < end; i++) {
            at += SESSION_BYTES;
            at += Integer.BYTES + count(buffer, at, end) * Long.BYTES;
        }
        return at;
    }

    /** Returns an array's length. If the length itself is incomplete, returns a length that extends beyond the end. */
    private static long count(final DirectBuffer buffer, final long at, final int end) {
        return at + Integer.BYTES > end ? end : Integer.toUnsignedLong(buffer.getInt((int) at, BIG_ENDIAN));
    }

    /**
     * Returns the offset of the first byte after length-prefixed bytes. It is beyond the end if the bytes are
     * incomplete.
     */
    private static long skipOpaque(final DirectBuffer buffer, final long at, final int end) {
        return at + Integer.BYTES > end
                ? end
                : at + Integer.BYTES + (Integer.toUnsignedLong(buffer.getInt((int) at, BIG_ENDIAN)) + 3 & -4);
    }
}
