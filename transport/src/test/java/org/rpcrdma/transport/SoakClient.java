// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.rpcrdma.arena.mapper.DmaShardMapper;
import org.rpcrdma.arena.mapper.FastRegisteredShardMapper;
import org.rpcrdma.arena.mapper.RegisteredShardMapper;
import org.rpcrdma.arena.mapper.ShardMapper;
import org.rpcrdma.frmr.FrmrPool;
import org.rpcrdma.sim.time.SeededRandom;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.Timer;
import org.rpcrdma.verbs.VerbsException;

/**
 * A client in a soak. It makes bursts of calls with pauses between them, some of which are long. The client opens and
 * closes repeatedly, each time with different settings.
 */
public final class SoakClient implements ClientListener {
    private static final int CALLS = 24;
    private static final int ROOM = 65_536;
    private static final int LARGE_ROOM = 400_000;
    private static final int[] BUFFER_SIZES = {1024, 4096, 16_384};
    private static final int[] SEGMENT_SIZES = {65_536, 1 << 20};

    public final SeededRandom random;
    private final KillableDevice device;
    private final EventLoop loop;
    private final InetSocketAddress remote;
    final SoakTally tally;
    private final SoakConnection connection;
    private final int number;
    private final double meanBurst;
    private final MemoryBlock block;
    private final ArrayDeque<SoakCall> idle = new ArrayDeque<>();
    private final Set<Timer> lateAnswers = new LinkedHashSet<>();
    private final Timer timer;
    private RpcRdmaClient client;
    private boolean wanted;
    private boolean paused;
    private int tries;
    private int mapperDraw;
    private int burst;
    private int nextXid;
    long callTimeout;

    SoakClient(
            final SoakRun run,
            final KillableDevice device,
            final InetSocketAddress remote,
            final int number,
            final double meanBurst,
            final SeededRandom random) {
        this.device = device;
        this.remote = remote;
        this.number = number;
        this.meanBurst = meanBurst;
        this.random = random;
        tally = run.tally;
        connection = new SoakConnection(run.causes, device.simulated.ipAddress(), remote);
        loop = device.simulated.newEventLoop();
        timer = loop.newTimer(this::onTime);
        nextXid = random.nextInt(Integer.MAX_VALUE);
        block = device.simulated
                .memory()
                .allocate(SoakMemory.bytes(LARGE_ROOM) + (long) CALLS * SoakMemory.bytes(ROOM), 4096);
        addCalls();
    }

    private void addCalls() {
        final SoakMemory large = new SoakMemory(block.address(), LARGE_ROOM);
        idle.add(new SoakServiceCall(this, large, object(0)));
        for (int i = 1; i <= CALLS; i++) {
            final long at = block.address() + SoakMemory.bytes(LARGE_ROOM) + (long) (i - 1) * SoakMemory.bytes(ROOM);
            final SoakMemory memory = new SoakMemory(at, ROOM);
            idle.add(
                    i % 2 == 0
                            ? new SoakServiceCall(this, memory, object(i))
                            : new SoakChunkCall(this, memory, answersReverseCalls()));
        }
    }

    private long object(final int call) {
        return 1000L * number + call;
    }

    private boolean answersReverseCalls() {
        return number % 4 != 3;
    }

    boolean isOpen() {
        return client != null;
    }

    /** Opens the client. An injected fault may prevent this. */
    void open() {
        tries = 1 + random.nextInt(3);
        callTimeout = TimeUnit.SECONDS.toNanos(5 + random.nextInt(56));
        try {
            client = new RpcRdmaClient(new RpcRdmaClient.Context()
                    .device(device.breakable)
                    .eventLoop(loop)
                    .remote(remote)
                    .listener(this)
                    .credits(1 + random.nextInt(40))
                    .bufferSize(BUFFER_SIZES[random.nextInt(BUFFER_SIZES.length)])
                    .maxSegmentBytes(SEGMENT_SIZES[random.nextInt(SEGMENT_SIZES.length)])
                    .remoteInvalidation(random.nextBoolean())
                    .callTimeout(callTimeout)
                    .tries(tries)
                    .mapper(mapper())
                    .reverseService(answersReverseCalls() ? this::onReverseCall : null));
            tally.count("clients opened");
        } catch (final VerbsException e) {
            tally.count("clients not opened: " + e.getMessage());
        }
    }

    private Function<ProtectionDomain, ShardMapper> mapper() {
        mapperDraw = random.nextInt(3);
        return switch (mapperDraw) {
            case 0 -> DmaShardMapper::new;
            case 1 -> RegisteredShardMapper::new;
            default -> domain -> new FastRegisteredShardMapper(domain, loop);
        };
    }

    void close() {
        connection.ending();
        client.close();
        client = null;
        wanted = false;
        lateAnswers.forEach(Timer::cancel);
        lateAnswers.clear();
    }

    void disconnect() {
        connection.ending();
        client.disconnect();
        wanted = false;
    }

    void pause() {
        paused = true;
        timer.cancel();
    }

    void goOn() {
        paused = false;
        burst = 0;
        think();
    }

    int callsOpen() {
        return CALLS + 1 - idle.size() + lateAnswers.size();
    }

    private void think() {
        final boolean isLong = random.nextInt(12) == 0;
        final double seconds = isLong ? 300 + 3300 * random.nextDouble() : -40 * Math.log(1 - random.nextDouble());
        burst = 1 + (int) (-meanBurst * Math.log(1 - random.nextDouble()));
        timer.arm(1 + (long) (seconds * TimeUnit.SECONDS.toNanos(1)));
    }

    private void onTime() {
        if (paused) {
            return;
        }
        final int calls = Math.min(burst, 1 + random.nextInt(16));
        for (int i = 0; i < calls && canIssue(); i++) {
            issue();
            burst--;
        }
        if (burst <= 0) {
            think();
        } else {
            timer.arm(1 + random.nextLong(isConnectable() ? 400_000 : TimeUnit.SECONDS.toNanos(10)));
        }
    }

    private boolean isConnectable() {
        return client != null && wanted;
    }

    private boolean canIssue() {
        return client != null && !idle.isEmpty() && (wanted || connect());
    }

    private boolean connect() {
        wanted = true;
        try {
            client.connect();
            connection.wanted();
        } catch (final IllegalStateException e) {
            wanted = false; // it still disconnects
        }
        return wanted;
    }

    private void issue() {
        final ClientCall call;
        try {
            call = client.newCall();
        } catch (final VerbsException e) {
            tally.count("calls not staged: " + e.getMessage());
            return;
        }
        idle.poll().issue(call, nextXid++);
    }

    public void onIssue(final SoakCall call) {
        connection.issued(call, loop.nanoTime());
    }

    public void onOutcome(final SoakCall call, final boolean isAnswered) {
        idle.add(call);
        connection.ended(call, isAnswered, loop.nanoTime());
    }

    @Override
    public void onConnected() {
        tally.count("connections made");
        connection.made(loop.nanoTime());
    }

    @Override
    public void onDisconnected(final String reason) {
        final String cause = connection.cause(loop.nanoTime());
        assertNotNull(
                cause,
                () -> "a connection ended, and nothing was done to it: client=" + number + " time=" + loop.nanoTime()
                        + " reason=" + reason);
        tally.count("connections lost or not made");
        tally.count("connections ended by " + cause);
        if (tries == 1) {
            wanted = false;
        }
    }

    private void onReverseCall(final RpcCall call) {
        final long seed = SoakChunkCall.reverseSeed(call);
        final int body = call.messageOffset() + SoakProtocol.REVERSE_HEAD;
        final int bytes = call.messageLength() - SoakProtocol.REVERSE_HEAD;
        assertTrue(
                SoakPattern.matches(call.message(), body, bytes, seed + SoakProtocol.READ),
                () -> "a reverse call arrived with other bytes: xid=" + call.xid());
        final int length = SoakProtocol.replyLength(seed, 0);
        SoakProtocol.writeReply(call.replyMessage(), call.xid(), length, seed);
        if (random.nextInt(3) > 0) {
            call.reply(length);
        } else {
            answerLate(call, length);
        }
    }

    private void answerLate(final RpcCall call, final int length) {
        final Timer[] answer = new Timer[1];
        answer[0] = loop.newTimer(() -> {
            lateAnswers.remove(answer[0]);
            call.reply(length);
        });
        lateAnswers.add(answer[0]);
        answer[0].arm(1 + random.nextLong(TimeUnit.SECONDS.toNanos(4)));
    }

    /**
     * Returns the number of queue pairs that the client may have without a connection. A mapper with fast-register
     * regions has one queue pair after its first use.
     */
    int ownQueuePairs() {
        return client != null && mapperDraw == 2 ? 1 : 0;
    }

    /** Asserts that every call has had an outcome, and that the connection no longer exists. */
    void checkIdle() {
        if (client == null) {
            return;
        }
        final int regions =
                client.regions().pools().stream().mapToInt(FrmrPool::inUse).sum();
        assertEquals(
                0,
                client.callsOutstanding() + client.callsQueued() + regions,
                () -> "client is not idle: outstanding=" + client.callsOutstanding() + " queued=" + client.callsQueued()
                        + " regionsInUse=" + regions);
    }

    @Override
    public String toString() {
        return "client " + number + " open=" + callsOpen() + " wanted=" + wanted + " tries=" + tries
                + (client == null
                        ? " closed"
                        : " outstanding=" + client.callsOutstanding() + " queued=" + client.callsQueued());
    }

    void freeMemory() {
        block.close();
    }
}
