// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests calls with time limits, and calls that take a long time. */
class CallDeadlineTest extends TransportTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final List<RpcCall> held = new ArrayList<>();
    private final List<Outcome> outcomes = new ArrayList<>();
    private int served;

    private void hold(final RpcCall call) {
        served++;
        held.add(call);
    }

    private ClientCall stage(final int xid) {
        final ClientCall call = fixture.stage(xid, 64);
        call.timeout(SECOND);
        return call;
    }

    private final KillingDevice killing = new KillingDevice();

    /** Connects and completes one call. Its reply grants all credits to the client. */
    private void connect() {
        fixture.connect(
                this::hold,
                server -> server,
                client -> client.device(killing.over(TransportFixture.device(client)))
                        .tries(3));
        send(0);
        answerAll();
    }

    private void send(final int xid) {
        fixture.stage(xid, 64).send(64, Outcome.in(outcomes));
        fixture.run(SECOND / 100);
    }

    private void answerAll() {
        held.forEach(TransportFixture::echo);
        held.clear();
        fixture.run(SECOND / 100);
    }

    @Test
    void shouldNeverRepeatACallWhileItsConnectionStands() {
        connect();
        send(1);
        fixture.run(3600 * SECOND);
        answerAll();
        assertTrue(outcomes.get(1).isReply(), outcomes.get(1).failure);
        assertEquals(2, served);
        assertEquals(List.of(), fixture.disconnections);
    }

    @Test
    void shouldWithdrawALateCallWithItsMemoryAndKeepTheConnection() {
        connect();
        final ClientCall call = stage(1);
        call.replySegment(fixture.address(0), 100_000);
        call.send(64, Outcome.in(outcomes));
        fixture.run(SECOND / 2);
        assertEquals(1, fixture.regionsInUse());
        fixture.run(SECOND);
        assertEquals("no reply in time: xid=0x1 timeoutNanos=1000000000", outcomes.get(1).failure);
        assertEquals(0, fixture.regionsInUse());
        held.clear();
        send(2);
        answerAll();
        assertTrue(outcomes.get(2).isReply(), outcomes.get(2).failure);
        assertEquals(List.of(), fixture.disconnections);
        assertEquals(0, fixture.client.figures().retransmissions());
    }

    @Test
    void shouldGetTheCreditOfALateCallBackWithItsReply() {
        connect();
        stage(1).send(64, Outcome.in(outcomes));
        fixture.run(2 * SECOND);
        assertEquals(1, fixture.client.callsOutstanding());
        answerAll();
        assertEquals(0, fixture.client.callsOutstanding());
        assertEquals(0, fixture.client.figures().repliesUnknown());
        assertEquals(1, outcomes.get(1).calls);
    }

    @Test
    void shouldWithdrawALateCallThatWaits() {
        fixture.connect(this::hold);
        send(0);
        stage(1).send(64, Outcome.in(outcomes));
        fixture.run(2 * SECOND);
        assertEquals("no reply in time: xid=0x1 timeoutNanos=1000000000", outcomes.get(1).failure);
        answerAll();
        assertEquals(1, served);
        assertTrue(outcomes.get(0).isReply(), outcomes.get(0).failure);
    }

    @Test
    void shouldLeaveNoDeadlineOfAnAnsweredCall() {
        connect();
        stage(1).send(64, Outcome.in(outcomes));
        fixture.run(SECOND / 100);
        answerAll();
        send(2);
        fixture.run(2 * SECOND);
        answerAll();
        assertTrue(outcomes.get(1).isReply(), outcomes.get(1).failure);
        assertTrue(outcomes.get(2).isReply(), outcomes.get(2).failure);
    }

    @Test
    void shouldFirstSendAgainAwaitedAndRepeatableCalls() {
        connect();
        stage(1).send(64, Outcome.in(outcomes));
        fixture.run(2 * SECOND);
        send(2);
        final ClientCall safe = fixture.stage(3, 64);
        safe.repeatable();
        safe.send(64, Outcome.in(outcomes));
        fixture.run(SECOND / 100);
        held.forEach(RpcCall::drop);
        held.clear();
        killing.kill();
        for (int i = 0; i < 10; i++) {
            fixture.run(SECOND);
            answerAll();
        }
        assertEquals(1 + 3 + 2, served);
        assertTrue(outcomes.get(2).isReply(), outcomes.get(2).failure);
        assertTrue(outcomes.get(3).isReply(), outcomes.get(3).failure);
    }
}
