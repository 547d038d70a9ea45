// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.EnumSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.transport.chunk.RegionLimits;
import org.rpcrdma.transport.memory.BufferMapper;
import org.rpcrdma.transport.memory.MappedSendBuffer;
import org.rpcrdma.verbs.ProtectionDomain;

/** Compares the states of a client's call with a table of transitions. */
class CallSlotTest {
    private static final int STEPS = 5_000;

    private final SimulatedDevice device =
            new Fabric(new Simulation(1), CostModel.defaults()).attach("sim0", "10.98.0.1");
    private final ProtectionDomain domain = device.allocateProtectionDomain();
    private final MappedSendBuffer buffer = new MappedSendBuffer(BufferMapper.of(device, domain), 2048);
    private final CallSlot slot = new CallSlot(null, 7, RegionLimits.of(1 << 20, device.attributes()), buffer);

    private enum State {
        FREE,
        STAGING,
        QUEUED,
        SENT,
        ANSWERED
    }

    private enum Transition {
        STAGE(State.STAGING, State.FREE),
        ENQUEUE(State.QUEUED, State.STAGING, State.SENT),
        SEND(State.SENT, State.QUEUED),
        ANSWER(State.ANSWERED, State.SENT),
        END(State.FREE, State.STAGING, State.QUEUED, State.SENT, State.ANSWERED);

        private final State to;
        private final Set<State> from;

        Transition(final State to, final State first, final State... others) {
            this.to = to;
            from = EnumSet.of(first, others);
        }
    }

    @AfterEach
    void close() {
        buffer.close();
        domain.close();
        device.close();
    }

    private void make(final Transition transition) {
        switch (transition) {
            case STAGE -> slot.stage();
            case ENQUEUE -> slot.enqueue();
            case SEND -> slot.sent(3);
            case ANSWER -> slot.answered();
            case END -> slot.end();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void shouldAllowOnlyTheTransitionsOfTheTable(final long seed) {
        final Random random = new Random(seed);
        final Transition[] all = Transition.values();
        final Set<State> seen = EnumSet.noneOf(State.class);
        State state = State.FREE;
        for (int step = 0; step < STEPS; step++) {
            final Transition transition = all[random.nextInt(all.length)];
            if (transition.from.contains(state)) {
                make(transition);
                state = transition.to;
                seen.add(state);
            } else {
                assertThrows(IllegalStateException.class, () -> make(transition));
            }
            assertEquals(state == State.STAGING, slot.isStaging());
            assertEquals(state == State.QUEUED, slot.isQueued());
            assertEquals(state == State.SENT, slot.isUnanswered());
            assertEquals(state == State.ANSWERED, slot.isAnswered());
            assertEquals(state == State.SENT || state == State.ANSWERED, slot.isSent());
        }
        assertEquals(EnumSet.allOf(State.class), seen);
    }

    @Test
    void shouldReportBothStatesOfAnInvalidTransition() {
        final Exception e = assertThrows(IllegalStateException.class, slot::answered);
        assertEquals("a call that is free cannot become answered: call=7", e.getMessage());
    }
}
