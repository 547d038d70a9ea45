// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.Arrays;
import org.rpcrdma.verbs.CompletionOpcode;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.PostException;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.VerbsException;

/** Compares a device's actions with the model's predictions. */
final class Checker {
    /** The number of bytes around the written ranges that are also compared. */
    private static final int AROUND = 64;

    private final World world;
    private final Completions batch = new Completions(64);
    private final byte[] seen = new byte[Host.PAGES * ModelMemory.PAGE];

    Checker(final World world) {
        this.world = world;
    }

    /** Calls an operation that must fail with the given errno, or succeed if the errno is null. */
    static void call(final Errno expected, final Runnable call) {
        Errno errno = null;
        String message = "";
        try {
            call.run();
        } catch (final VerbsException e) {
            errno = e.errno();
            message = e.getMessage();
        }
        assertEquals(expected, errno, message);
    }

    /**
     * Posts a chain. If the errno is null, all requests must be posted; otherwise one request must fail with the errno.
     */
    static void post(final Errno expected, final int badIndex, final Runnable call) {
        call(expected, () -> {
            try {
                call.run();
            } catch (final PostException e) {
                assertEquals(badIndex, e.badIndex(), "badIndex");
                throw e;
            }
        });
    }

    /** Polls all completions, which must equal the expected completions. */
    void poll() {
        for (final Host host : world.hosts) {
            for (final CompletionQueue queue : host.queues) {
                while (queue.poll(batch) > 0) {
                    for (int i = 0; i < batch.count(); i++) {
                        take(host, i);
                    }
                }
            }
        }
        for (final Host host : world.hosts) {
            for (final Pair.End end : host.ends.values()) {
                assertNone(end, end.model.sends);
                assertNone(end, end.model.received);
            }
        }
    }

    private static void assertNone(final Pair.End end, final ArrayDeque<ModelQueuePair.Expected> expected) {
        assertTrue(
                expected.isEmpty(),
                () -> "no completion of " + name(end) + " expected=" + expected.element() + " of " + expected.size());
    }

    private static String name(final Pair.End end) {
        return end.model.type + " host=" + end.host.model.number + " qp=" + end.real.number() + " peer="
                + end.peer().host.model.number;
    }

    private void take(final Host host, final int i) {
        final Pair.End end = host.ends.get(batch.qpNumber(i));
        final boolean isReceive = (batch.wrId(i) & 1) != 0;
        final ModelQueuePair.Expected expected = (isReceive ? end.model.received : end.model.sends).poll();
        final boolean isAsExpected = expected != null
                && expected.wrId() == batch.wrId(i)
                && expected.status() == batch.status(i)
                && (expected.status() != CompletionStatus.SUCCESS || isSameSuccess(end, expected, i));
        assertTrue(
                isAsExpected,
                () -> "completion of " + name(end) + " isReceive=" + isReceive + " wrId=" + batch.wrId(i) + " status="
                        + CompletionStatus.name(batch.status(i)) + " opcode=" + batch.opcode(i) + " bytes="
                        + batch.byteLength(i) + " flags=" + batch.flags(i) + " data=" + batch.immediate(i)
                        + " expected=" + expected);
        if (isReceive) {
            end.model.receivePolled(expected);
        } else {
            end.model.sendPolled(expected);
        }
    }

    private boolean isSameSuccess(final Pair.End end, final ModelQueuePair.Expected expected, final int i) {
        final boolean isReceive = (expected.wrId() & 1) != 0;
        final boolean hasBytes = isReceive || batch.opcode(i) == CompletionOpcode.RDMA_READ;
        return expected.opcode() == batch.opcode(i)
                && (!hasBytes || expected.bytes() == batch.byteLength(i))
                && expected.flags() == batch.flags(i)
                && ((expected.flags() & (Completions.WITH_IMMEDIATE | Completions.WITH_INVALIDATE)) == 0
                        || expected.data() == batch.immediate(i))
                && (!isReceive || end.model.type != QueuePairType.UD || expected.source() == batch.sourceQueuePair(i));
    }

    /** Compares the bytes that the step wrote, and the bytes around them, with the model. */
    void compareWritten() {
        for (final Host host : world.hosts) {
            final ModelMemory memory = host.model.memory;
            adopt(host);
            for (int i = 0; i < memory.written.count; i++) {
                final int from = Math.max(0, memory.written.offsets[i] - AROUND);
                final int to =
                        Math.min(memory.bytes.length, memory.written.offsets[i] + memory.written.lengths[i] + AROUND);
                compare(host, from, to);
            }
            memory.written.count = 0;
            memory.unspecified.count = 0;
        }
    }

    private static void adopt(final Host host) {
        final ModelMemory memory = host.model.memory;
        for (int i = 0; i < memory.unspecified.count; i++) {
            final int offset = memory.unspecified.offsets[i];
            host.block.buffer().get(offset, memory.bytes, offset, memory.unspecified.lengths[i]);
        }
    }

    /** Compares all memory with the model, including the guards. */
    void compareAll() {
        for (final Host host : world.hosts) {
            compare(host, 0, host.model.memory.bytes.length);
        }
    }

    /** Compares the states of all queue pairs with the model. */
    void compareStates() {
        for (final Pair pair : world.pairs) {
            for (final Pair.End end : pair.ends) {
                assertEquals(end.model.state, end.real.state(), () -> "state of " + name(end));
            }
        }
    }

    private void compare(final Host host, final int from, final int to) {
        host.block.buffer().get(from, seen, 0, to - from);
        final int at = Arrays.mismatch(seen, 0, to - from, host.model.memory.bytes, from, to);
        assertFalse(
                at >= 0,
                () -> "memory of host=" + host.model.number + " offset=" + (from + at) + " is=" + seen[at]
                        + " expected=" + host.model.memory.bytes[from + at]);
    }
}
