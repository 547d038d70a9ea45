// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.perf;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.agrona.CloseHelper;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.Connection;
import org.rpcrdma.verbs.ConnectionHandler;
import org.rpcrdma.verbs.ConnectionParameters;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.ProtectionDomain;

/** The client side of one row. It connects, measures SENDs, WRITEs or READs, and disconnects. */
final class VerbsRunner extends Runner {
    static final int RETRIES = 7;

    private final Device device;
    private final Drive drive;
    private final ProtectionDomain domain;
    private final PolledQueue queue;
    private final List<Lane> lanes = new ArrayList<>();
    private LandedByte landed;

    /**
     * Connects.
     *
     * @param server the address of the {@link PerfServer}.
     * @throws IllegalStateException if the server rejects the connection; the message contains the reason.
     */
    VerbsRunner(
            final Device device,
            final EventLoop loop,
            final Drive drive,
            final InetSocketAddress server,
            final PerfPlan plan) {
        super(loop, server, plan);
        this.device = device;
        this.drive = drive;
        domain = device.allocateProtectionDomain();
        final TestOffer sizes = offer(0, 0);
        queue = new PolledQueue(
                device,
                plan.queuePairs()
                        * (VerbsEnd.sendDepth(sizes, device.attributes())
                                + VerbsEnd.receiveDepth(sizes, device.attributes())),
                loop,
                new Completed());
        for (int i = 0; i < plan.queuePairs(); i++) {
            lanes.add(new Lane(new VerbsEnd(device, domain, queue, sizes, plan.list(), i)));
        }
        connect();
    }

    private void until(final BooleanSupplier isDone, final Turn work) {
        drive.until(isDone, work, this::awaited);
    }

    @Override
    void until(final BooleanSupplier isDone) {
        until(isDone, queue);
    }

    @Override
    long connected() {
        return lanes.stream().filter(lane -> lane.isEstablished).count();
    }

    @Override
    long left() {
        return lanes.stream().filter(lane -> lane.hasEnded).count();
    }

    private TestOffer offer(final long address, final int rkey) {
        return new TestOffer(plan.test(), plan.bytes(), plan.txDepth(), address, rkey);
    }

    private void connect() {
        lanes.forEach(Lane::connect);
        try {
            connect(loop, () -> lanes.stream().allMatch(lane -> lane.isEstablished), this::until, this::awaited);
        } catch (final IllegalStateException e) {
            isLeaving = true;
            giveBack();
            throw e;
        }
        landed = lanes.get(0).end.newLandedByte();
        if (!drive.spins()) {
            queue.arm();
        }
    }

    @Override
    Sender[] senders() {
        return lanes.stream().map(lane -> lane.end).toArray(Sender[]::new);
    }

    @Override
    Sender pinger() {
        final VerbsEnd end = lanes.get(0).end;
        final PingSender ping = new PingSender(end, plan.test());
        return plan.test() == PerfTest.WRITE_LAT ? (count, completing) -> writeMarked(end, ping) : ping;
    }

    /** Waits for the answers to WRITEs, which appear in memory. */
    @Override
    void awaitAnswers() {
        if (plan.test() != PerfTest.WRITE_LAT) {
            super.awaitAnswers();
            return;
        }
        final MemoryPoll poll = drive.spins() ? null : new MemoryPoll(loop, this::look);
        until(latency::isDone, this::look);
        if (poll != null) {
            poll.end();
        }
    }

    private void writeMarked(final VerbsEnd end, final Sender ping) {
        end.mark(landed.awaited());
        ping.send(1, 0);
    }

    private int look() {
        if (latency.isDone() || !landed.take()) {
            return 0;
        }
        latency.answered();
        return 1 + queue.turn();
    }

    @Override
    public void close() {
        isLeaving = true;
        lanes.forEach(lane -> lane.connection.disconnect());
        until(() -> lanes.stream().allMatch(lane -> lane.hasEnded), queue);
        giveBack();
    }

    private void giveBack() {
        lanes.forEach(lane -> lane.end.close());
        CloseHelper.closeAll(queue, domain);
    }

    /** Handles the completions of all lanes. */
    private final class Completed implements PolledQueue.Taker {
        @Override
        public void completed(final long wrId) {
            if (MessageId.isReceived(wrId)) {
                lanes.get(MessageId.number(wrId)).end.receive(1);
                latency.answered();
            } else if (plan.test() == PerfTest.READ_LAT) {
                latency.answered();
            } else if (bandwidth != null) {
                bandwidth.completed(MessageId.number(wrId), MessageId.messages(wrId));
            }
        }

        @Override
        public void polled() {
            if (bandwidth != null) {
                bandwidth.goOn();
            }
        }

        @Override
        public void failed(final int status) {
            if (!isLeaving) {
                throw new IllegalStateException(
                        "a work request failed: status=" + CompletionStatus.name(status) + " " + awaited());
            }
        }
    }

    /** One connection. */
    private final class Lane implements ConnectionHandler {
        final VerbsEnd end;
        Connection connection;
        boolean isEstablished;
        boolean hasEnded;

        Lane(final VerbsEnd end) {
            this.end = end;
        }

        void connect() {
            final ConnectionParameters parameters = new ConnectionParameters(
                    offer(end.landing(), end.rkey()).encode(),
                    device.attributes().maxReadAtomic(),
                    RETRIES,
                    RETRIES);
            connection = device.connections().connect(server, end.queuePair(), parameters, loop, this);
        }

        @Override
        public void onEstablished(final Connection established, final byte[] privateData) {
            final TestAnswer answer;
            try {
                answer = TestAnswer.decode(privateData, plan.bytes());
            } catch (final IllegalArgumentException e) {
                throw new IllegalStateException(e.getMessage(), e);
            }
            end.remote(answer.address(), answer.rkey());
            isEstablished = true;
        }

        @Override
        public void onRejected(final Connection rejected, final String reason) {
            if (!isLeaving) {
                throw new IllegalStateException("cannot connect to the server: " + reason);
            }
        }

        @Override
        public void onDisconnected(final Connection ended) {
            hasEnded = true;
            if (!isLeaving) {
                throw new IllegalStateException("the server ended the connection: " + awaited());
            }
        }
    }
}
