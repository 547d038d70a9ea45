// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.interop;

import static org.rpcrdma.ibverbs.interop.Loopback.check;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Locale;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.ReceiveRequests;
import org.rpcrdma.verbs.SendRequests;

/**
 * Measures posting, polling and a ping-pong between two connected queue pairs of one device, in one thread. It executes
 * the same steps as its C counterpart, src/test/c/verbs_speed.c. {@code tools/interop/run verbs-speed} runs both.
 *
 * <p>It also measures a call to an empty C function, which is the lower bound for any call into C: both a normal call,
 * which leaves the Java state, and a critical call.
 *
 * <p>The arguments are the device, the number of rounds per pass, and the number of passes.
 */
final class VerbsSpeed {
    private static final int BATCH = 16;
    private static final int BURST = 64;
    private static final int LENGTH = 64;
    private static final int EMPTY_POLLS = 100;
    private static final int PING_PONGS = 10;

    private static final MethodHandle CALL = emptyFunction();

    private static final MethodHandle CRITICAL_CALL = emptyFunction(Linker.Option.critical(false));

    private final Loopback loopback;
    private final CompletionQueue queue;
    private final QueuePair[] ends = new QueuePair[2];
    private final Completions batch = new Completions(BATCH);
    private final SendRequests sends;
    private final ReceiveRequests receives;
    private double receive;
    private double receivesOfMany;
    private double send;
    private double sendsOfMany;
    private double poll;

    private VerbsSpeed(final Loopback loopback) {
        this.loopback = loopback;
        queue = loopback.own(loopback.device.createCompletionQueue(4 * BURST, loopback.loop, polled -> {}));
        sends = loopback.device.newSendRequests(BATCH, 1);
        receives = loopback.device.newReceiveRequests(BATCH);
        final QueuePairAttributes attributes = new QueuePairAttributes(queue, queue, 2 * BURST, 2 * BURST, 1);
        for (int i = 0; i < ends.length; i++) {
            ends[i] = loopback.own(loopback.device.connections().createQueuePair(loopback.domain, attributes));
        }
        loopback.connect(loopback.device.connections().localAddress(), ends[0], ends[1]);
    }

    public static void main(final String[] arguments) throws Throwable {
        try (Loopback loopback = new Loopback(arguments[0])) {
            final VerbsSpeed speed = new VerbsSpeed(loopback);
            for (int pass = 0; pass < Integer.parseInt(arguments[2]); pass++) {
                System.out.println("java pass=" + pass + speed.measure(Integer.parseInt(arguments[1])));
            }
        }
    }

    private String measure(final int rounds) throws Throwable {
        final double call = call(rounds);
        final double criticalCall = callCritically(rounds);
        final double empty = pollEmpty(rounds);
        receive = receivesOfMany = send = sendsOfMany = poll = 0;
        for (int i = 0; i < rounds; i++) {
            burst(1);
            burst(BATCH);
        }
        final double pingPong = pingPong(rounds);
        final double each = (double) rounds * BURST;
        return String.format(
                Locale.ROOT,
                " call=%.1f critical-call=%.1f poll-empty=%.1f post-receive=%.1f post-16-receives=%.1f post-send=%.1f"
                        + " post-16-sends=%.1f poll=%.1f ping-pong=%.1f",
                call,
                criticalCall,
                empty,
                receive / each,
                receivesOfMany / each,
                send / each,
                sendsOfMany / each,
                poll / 2 / each,
                pingPong);
    }

    /** A handle for abs(3), which consists of only four instructions and is used in place of an empty function. */
    @SuppressWarnings("restricted")
    private static MethodHandle emptyFunction(final Linker.Option... options) {
        final Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(
                linker.defaultLookup().find("abs").orElseThrow(),
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT),
                options);
    }

    private static double call(final int rounds) throws Throwable {
        final long begun = System.nanoTime();
        for (int i = 0; i < EMPTY_POLLS * rounds; i++) {
            check((int) CALL.invokeExact(-1) == 1, "absolute");
        }
        return (System.nanoTime() - begun) / (double) EMPTY_POLLS / rounds;
    }

    private static double callCritically(final int rounds) throws Throwable {
        final long begun = System.nanoTime();
        for (int i = 0; i < EMPTY_POLLS * rounds; i++) {
            check((int) CRITICAL_CALL.invokeExact(-1) == 1, "absolute");
        }
        return (System.nanoTime() - begun) / (double) EMPTY_POLLS / rounds;
    }

    private double pollEmpty(final int rounds) {
        final long begun = System.nanoTime();
        for (int i = 0; i < EMPTY_POLLS * rounds; i++) {
            check(queue.poll(batch) == 0, "nothing to poll");
        }
        return (System.nanoTime() - begun) / (double) EMPTY_POLLS / rounds;
    }

    private void burst(final int chain) {
        final long begun = System.nanoTime();
        for (int i = 0; i < BURST; i += chain) {
            postReceive(ends[1], chain);
        }
        final long received = System.nanoTime();
        for (int i = 0; i < BURST; i += chain) {
            postSend(ends[0], chain);
        }
        final long sent = System.nanoTime();
        take(2 * BURST);
        final long polled = System.nanoTime();
        if (chain == 1) {
            receive += received - begun;
            send += sent - received;
        } else {
            receivesOfMany += received - begun;
            sendsOfMany += sent - received;
            poll += polled - sent;
        }
    }

    private double pingPong(final int rounds) {
        final long begun = System.nanoTime();
        for (int i = 0; i < PING_PONGS * rounds; i++) {
            for (int side = 0; side < 2; side++) {
                postReceive(ends[1 - side], 1);
                postSend(ends[side], 1);
                take(2);
            }
        }
        return (System.nanoTime() - begun) / (double) PING_PONGS / rounds;
    }

    private void postReceive(final QueuePair end, final int count) {
        receives.clear();
        for (int i = 0; i < count; i++) {
            receives.receive(i, loopback.arrives(0), LENGTH, loopback.region.lkey());
        }
        end.postReceive(receives);
    }

    private void postSend(final QueuePair end, final int count) {
        sends.clear();
        for (int i = 0; i < count; i++) {
            sends.send(1000 + i, SendRequests.SIGNALED);
            sends.sge(loopback.source(0), LENGTH, loopback.region.lkey());
        }
        end.postSend(sends);
    }

    private void take(final int count) {
        int left = count;
        while (left > 0) {
            final int found = queue.poll(batch);
            for (int i = 0; i < found; i++) {
                check(batch.status(i) == CompletionStatus.SUCCESS, "status");
            }
            left -= found;
        }
    }
}
