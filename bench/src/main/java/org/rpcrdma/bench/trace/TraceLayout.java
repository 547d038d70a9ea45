// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.trace;

/**
 * The layout of a trace file: a header of 64 bytes, followed by records of 32 bytes, all little-endian.
 *
 * <pre>
 *  header   0 "RPCTRACE" (8), 8 version (4), 12 bytes per record (4), 16 events (8), -1 until the trace is closed
 *
 *           0      1      2        4       8    16       20       24    28
 *          +------+------+--------+-------+----+--------+--------+-----+-------+
 *  record  | type | kind | stream | delta | id | length | number | key | flags |
 *          +------+------+--------+-------+----+--------+--------+-----+-------+
 *
 *  SEND_POSTED      kind: opcode  id: work request  length: bytes of its elements
 *  RECEIVE_POSTED                 id: work request  length: bytes of its elements
 *  PACKET           kind: {@link org.rpcrdma.rnic.PacketKind}  id: address
 *                   length: payload  number: PSN  key: rkey  flags
 *  COMPLETION       kind: opcode  id: work request  length: bytes received  number: status
 *  CONNECTION       kind: {@link org.rpcrdma.rnic.config.ConnectionMessage.Type}  id: local and remote id
 *                   number: port  key: reason
 *  RUN              the name of a run, from byte 1, padded with zeros; its events follow, from time 0 on
 *
 *  not events:
 *  STREAM           a place in the table of {@link TraceStreams}  id: sender  length, number: receiver
 *  TIME             id: the time that the next delta counts from
 * </pre>
 *
 * <p>A delta is the time since the previous event, in nanoseconds of the run's virtual clock. A record's type is
 * written last; type 0 marks a record that was not written completely.
 */
public final class TraceLayout {
    static final long MAGIC = 0x4543_4152_5443_5052L;
    static final int VERSION = 2;
    public static final int HEADER = 64;
    public static final int VERSION_AT = 8;
    static final int RECORD_SIZE_AT = 12;
    public static final int EVENTS_AT = 16;
    /** The number of events in the header of a trace that is not closed. */
    static final long OPEN = -1;

    public static final int RECORD = 32;
    static final int TYPE = 0;
    static final int KIND = 1;
    static final int STREAM_AT = 2;
    static final int DELTA = 4;
    static final int ID = 8;
    static final int LENGTH = 16;
    static final int NUMBER = 20;
    static final int KEY = 24;
    static final int FLAGS = 28;

    static final int RUN_NAME = 1;
    static final int RUN_NAME_LENGTH = RECORD - RUN_NAME;

    static final byte RUN = 1;
    static final byte SEND_POSTED = 2;
    static final byte RECEIVE_POSTED = 3;
    static final byte PACKET = 4;
    static final byte COMPLETION = 5;
    static final byte CONNECTION = 6;
    static final byte STREAM = 7;
    static final byte TIME = 8;

    static final int FIRST = 1;
    static final int LAST = 1 << 1;
    static final int ACK_REQUESTED = 1 << 2;
    static final int SOLICITED = 1 << 3;
    static final int INVALIDATES = 1 << 4;

    private TraceLayout() {}

    /** Encodes the first word of a record. */
    static long begin(final byte type, final int kind, final int stream, final long delta) {
        return type | (long) (kind & 0xff) << 8 | (long) stream << 16 | delta << 32;
    }

    /** Encodes two numbers in one word. */
    static long word(final int low, final int high) {
        return Integer.toUnsignedLong(low) | (long) high << 32;
    }
}
