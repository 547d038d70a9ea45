// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.replay;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.rpcrdma.replay.HandMadeCapture.CALLBACKS;
import static org.rpcrdma.replay.HandMadeCapture.NFS;
import static org.rpcrdma.replay.HandMadeCapture.call;
import static org.rpcrdma.replay.HandMadeCapture.filled;
import static org.rpcrdma.replay.HandMadeCapture.reply;

import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.rpcrdma.replay.HandMadeCapture.Segment;
import org.rpcrdma.replay.HandMadeCapture.Wire;
import org.rpcrdma.wire.RpcRdmaHeader;

/** Tests features of real traffic that a single connection with ordered calls and replies lacks. */
class HandMadeReplayTest {
    private static final int BUFFERS = 4096;
    private static final int DATA = 1024;
    private static final Segment ROOM = new Segment(0x100, 0x7000, DATA);

    private final HandMadeCapture capture = new HandMadeCapture();

    /** Replays all calls and compares every byte with the capture. */
    private Workload replay(final int rpcs, final int leftOut, final int reverseCalls) throws IOException {
        final Workload workload = capture.workload();
        assertEquals(
                rpcs + " RPCs, left out " + leftOut + ", reverse " + reverseCalls,
                workload.rpcs() + " RPCs, left out " + workload.leftOut().count() + ", reverse "
                        + workload.reverseCalls());
        try (ReplayRig rig = new ReplayRig(workload, ReplayRig.Marshalling.AS_CAPTURED, 2, BUFFERS, false)) {
            rig.run().assertNothingDiffers();
            assertEquals(2 * workload.payloadBytes(), rig.payloadBytes());
        }
        return workload;
    }

    private static void exchange(final Wire wire, final int xid, final int seed) {
        wire.call(call(xid, NFS, 80, seed)).reply(reply(xid, 60, seed + 1));
    }

    private static void read(final Wire wire, final int xid, final Segment room, final int seed) {
        wire.call(call(xid, NFS, 60, seed), room);
        wire.write(room, filled(DATA, seed)).reply(reply(xid, 40, seed), room);
    }

    @Test
    void shouldReplayInlineCallsOfEveryLengthThatFits() throws IOException {
        final Wire wire = capture.connect(11, 21, 5);
        read(wire, 1, ROOM, 1);
        int xid = 2;
        for (int length = 40; length <= BUFFERS - RpcRdmaHeader.MIN_LENGTH; length += 4) {
            wire.call(call(xid, NFS, length, xid)).reply(reply(xid, 60, xid));
            xid++;
        }
        replay(xid - 1, 0, 0);
    }

    @Test
    void shouldCountTheSendsOfAnotherProtocolApart() throws IOException {
        exchange(capture.connect(11, 21, 5), 7, 1);
        capture.connect(12, 22, 5)
                .foreign("rdma-ping-0: ABCD".getBytes(US_ASCII))
                .foreign(new byte[64]);
        assertEquals(2, replay(1, 0, 0).otherSends());
    }

    @Test
    void shouldDistinguishReverseCallsFromCallsWithTheSameTransactionIds() throws IOException {
        final Wire wire = capture.connect(11, 21, 5);
        exchange(wire, 7, 1);
        wire.call(call(8, NFS, 80, 2));
        wire.reverse(true, call(8, CALLBACKS, 120, 3)).reverse(false, reply(8, 60, 4));
        wire.reply(reply(8, 60, 5));
        wire.reverse(true, call(9, CALLBACKS, 120, 6));
        wire.call(call(9, NFS, 80, 7)).reply(reply(9, 60, 8));
        wire.reverse(false, reply(9, 60, 9));
        final Workload workload = replay(3, 0, 2);
        assertArrayEquals(reply(8, 60, 5), workload.exchanges().get(1).reply());
    }

    @Test
    void shouldRecognizeTheClientIfTheCaptureBeginsWithAReverseCall() throws IOException {
        final Wire wire = capture.join(11, 21, 5);
        wire.reverse(true, call(8, CALLBACKS, 120, 3)).reverse(false, reply(8, 60, 4));
        exchange(wire, 8, 1);
        exchange(wire, 9, 2);
        replay(2, 0, 1);
    }

    @Test
    void shouldRecognizeTheClientIfTheCaptureBeginsWithAReverseReply() throws IOException {
        final Wire wire = capture.join(11, 21, 5);
        wire.reverse(false, reply(8, 60, 4));
        exchange(wire, 8, 1);
        exchange(wire, 9, 2);
        replay(2, 0, 0);
    }

    @Test
    void shouldJoinConnectionsWithTheSameTransactionIds() throws IOException {
        final Wire one = capture.connect(11, 21, 5);
        final Wire other = capture.connect(12, 22, 5);
        for (int xid = 1; xid <= 100; xid++) {
            one.call(call(xid, NFS, 80, xid), ROOM);
            other.call(call(xid, NFS, 84, -xid), ROOM);
            other.write(ROOM, filled(DATA, -xid));
            one.write(ROOM, filled(DATA, xid)).reply(reply(xid, 60, xid), ROOM);
            other.reply(reply(xid, 64, -xid), ROOM);
        }
        final Workload workload = replay(200, 0, 0);
        assertEquals(
                200,
                workload.exchanges().stream().mapToInt(Exchange::xid).distinct().count());
    }

    @Test
    void shouldJoinConnectionsOneAfterTheOtherOnTheSameQueuePairs() throws IOException {
        final Wire first = capture.connect(11, 21, 5);
        exchange(first, 1, 1);
        first.call(call(2, NFS, 80, 2), ROOM);
        final Wire second = capture.connect(11, 21, 5);
        read(second, 2, ROOM, 2);
        exchange(second, 1, 3);
        replay(3, 1, 0);
    }

    @Test
    void shouldJoinConnectionsWhoseBeginningsAreMissing() throws IOException {
        final Wire first = capture.join(11, 21, 5);
        exchange(first, 1, 1);
        first.call(call(2, NFS, 60, 2), ROOM);
        final Wire second = capture.join(11, 21, 0x60_0000);
        read(second, 2, new Segment(0x200, 0x9000, DATA), 2);
        exchange(second, 1, 3);
        replay(3, 0, 0);
    }

    @Test
    void shouldTakeATransactionIdThatIsUsedAgain() throws IOException {
        final Wire wire = capture.connect(11, 21, 5);
        for (int i = 0; i < 10; i++) {
            exchange(wire, 1 + i % 2, i);
        }
        wire.call(call(3, NFS, 80, 40));
        exchange(wire, 3, 41);
        final Workload workload = replay(11, 1, 0);
        assertArrayEquals(call(3, NFS, 80, 41), workload.exchanges().get(10).call());
    }

    @Test
    void shouldReplayOnceWhatTheClientSentAgain() throws IOException {
        final Segment again = new Segment(0x200, 0x9000, DATA);
        final Wire wire = capture.connect(11, 21, 5);
        wire.call(call(1, NFS, 60, 1), ROOM).call(call(1, NFS, 60, 1), again);
        wire.write(ROOM, filled(DATA, 1)).reply(reply(1, 40, 1), ROOM);
        wire.write(again, filled(DATA, 1)).reply(reply(1, 40, 1), again);
        wire.call(call(2, NFS, 60, 2), ROOM).call(call(2, NFS, 60, 2), again);
        wire.write(again, filled(DATA, 2)).reply(reply(2, 40, 2), again);
        replay(2, 0, 0);
    }

    @Test
    void shouldLeaveOutCallsWhoseReplyIsMissingAtTheEnd() throws IOException {
        final Wire wire = capture.connect(11, 21, 5);
        wire.call(call(1, NFS, 80, 1)).call(call(2, NFS, 80, 2)).call(call(3, NFS, 80, 3), ROOM);
        wire.reply(reply(2, 60, 4));
        exchange(wire, 4, 5);
        replay(2, 2, 0);
    }

    @Test
    void shouldTakeFramesThatWereSentAgainOnce() throws IOException {
        final Wire wire = capture.connect(11, 21, 5);
        wire.call(call(1, NFS, 60, 1), ROOM).clientSkips(-1).call(call(1, NFS, 60, 1), ROOM);
        wire.write(ROOM, filled(DATA, 1)).reply(reply(1, 40, 1), ROOM);
        wire.serverSkips(-1).reply(reply(1, 40, 1), ROOM);
        wire.reverse(true, call(1, CALLBACKS, 80, 2)).serverSkips(-1).reverse(true, call(1, CALLBACKS, 80, 2));
        wire.reverse(false, reply(1, 60, 3));
        final Workload workload = replay(1, 0, 1);
        assertEquals(7, workload.capturedMessages() + workload.counts().copies());
    }

    @Test
    void shouldNotTakeAWriteThatWasSentAgainForOneOfTheNextCall() throws IOException {
        final Wire wire = capture.connect(11, 21, 5);
        read(wire, 1, ROOM, 1);
        wire.call(call(2, NFS, 60, 2), ROOM);
        wire.serverSkips(-2).write(ROOM, filled(DATA, 1)).reply(reply(1, 40, 1), ROOM);
        wire.write(ROOM, filled(DATA, 2)).reply(reply(2, 40, 2), ROOM);
        final Workload workload = replay(2, 0, 0);
        assertArrayEquals(filled(DATA, 2), workload.exchanges().get(1).written()[0]);
    }

    @Test
    void shouldPutAWriteTogetherWhoseMiddleCameLast() throws IOException {
        final byte[] data = filled(3 * DATA, 9);
        final Segment room = new Segment(0x100, 0x7000, data.length);
        final Wire wire = capture.connect(11, 21, 5);
        wire.call(call(1, NFS, 60, 1), room);
        wire.writePart(room, Arrays.copyOf(data, DATA), true, false).serverSkips(1);
        wire.writePart(room, Arrays.copyOfRange(data, 2 * DATA, 3 * DATA), false, true);
        wire.serverSkips(-2).writePart(room, Arrays.copyOfRange(data, DATA, 2 * DATA), false, false);
        wire.writePart(room, Arrays.copyOfRange(data, 2 * DATA, 3 * DATA), false, true);
        wire.reply(reply(1, 40, 1), room);
        final Workload workload = replay(1, 0, 0);
        assertArrayEquals(data, workload.exchanges().get(0).written()[0]);
    }
}
