// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.load;

import java.util.Arrays;
import java.util.function.Function;
import java.util.function.LongConsumer;
import org.rpcrdma.frmr.FrmrKey;
import org.rpcrdma.replay.ReplayPace;
import org.rpcrdma.sim.time.SeededRandom;
import org.rpcrdma.transport.ClientListener;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.Timer;

/** The client side of an {@link EchoLoad} on one connection. Confined to its event loop. */
public final class EchoClient implements LoadClient, ClientListener {
    private static final int PAGE = 4096;

    private final EchoLoad load;
    private final Device device;
    private final EventLoop loop;
    /** The random source of the sizes, which are drawn in call order. */
    private final SeededRandom drawn;

    private final LongConsumer latency;
    private final RpcRdmaClient client;
    private final EchoExchange[] exchanges;
    /** One timer per exchange, which issues the exchange's next call. */
    private final Timer[] nextCalls;

    private ReplayPace pace = ReplayPace.AT_ONCE;
    private int issued;
    private int replies;
    private int wrong;
    private long payloadBytes;
    private long firstCallNanos;
    private long lastReplyNanos;
    private boolean hasLeft;
    private String failure;

    EchoClient(
            final EchoLoad load,
            final Device device,
            final EventLoop loop,
            final RpcRdmaClient.Context context,
            final Function<EchoClient, EchoExchange> newExchange,
            final SeededRandom drawn,
            final LongConsumer latency) {
        this.load = load;
        this.device = device;
        this.loop = loop;
        this.drawn = drawn;
        this.latency = latency;
        client = new RpcRdmaClient(context.listener(this).tries(1));
        exchanges = new EchoExchange[Math.min(EchoLoad.IN_FLIGHT, load.rpcs())];
        nextCalls = new Timer[exchanges.length];
        for (int i = 0; i < exchanges.length; i++) {
            final EchoExchange exchange = newExchange.apply(this);
            exchanges[i] = exchange;
            nextCalls[i] = loop.newTimer(() -> issue(exchange));
        }
    }

    @Override
    public void pace(final ReplayPace value) {
        pace = value;
    }

    /** Registers memory for the chunks: regions or, if the device lacks them, permanently registered chunk memory. */
    @Override
    public void start() {
        if (device.attributes().has(DeviceCapability.FAST_REGISTER)) {
            load.chunkSizes()
                    .map(size -> (size + PAGE - 1) / PAGE)
                    .distinct()
                    .forEach(pages -> client.regions().setPinned(FrmrKey.of(0, pages), 2 * exchanges.length));
        } else {
            for (final EchoExchange exchange : exchanges) {
                exchange.keepRegistered(client);
            }
        }
        client.connect();
    }

    @Override
    public void onConnected() {
        pace.connected(this::begin);
    }

    private void begin() {
        firstCallNanos = loop.nanoTime();
        for (int i = 0; i < exchanges.length; i++) {
            issueNext(i);
        }
    }

    /** Issues an exchange's next call, immediately or after a pause. */
    private void issueNext(final int exchange) {
        final long pause = pace.pauseNanos();
        if (pause == 0) {
            issue(exchanges[exchange]);
        } else {
            nextCalls[exchange].arm(pause);
        }
    }

    @Override
    public void onDisconnected(final String reason) {
        hasLeft = true;
        if (replies < load.rpcs()) {
            fail(reason);
        }
    }

    private void issue(final EchoExchange exchange) {
        if (issued < load.rpcs()) {
            exchange.issue(client.newCall(), ++issued, load.sizes().draw(drawn), loop.nanoTime());
        }
    }

    void replied(final EchoExchange exchange, final boolean isRight) {
        lastReplyNanos = loop.nanoTime();
        latency.accept(lastReplyNanos - exchange.issuedNanos());
        payloadBytes += exchange.size();
        wrong += isRight ? 0 : 1;
        if (++replies == load.rpcs()) {
            pace.done(client::disconnect);
        } else {
            issueNext(Arrays.asList(exchanges).indexOf(exchange));
        }
    }

    void fail(final String reason) {
        if (failure == null) {
            failure = reason;
        }
    }

    @Override
    public int replies() {
        return replies;
    }

    @Override
    public long firstCallNanos() {
        return firstCallNanos;
    }

    @Override
    public long lastReplyNanos() {
        return lastReplyNanos;
    }

    @Override
    public long payloadBytes() {
        return payloadBytes;
    }

    @Override
    public long corruptions() {
        return wrong;
    }

    @Override
    public String failure() {
        return failure;
    }

    @Override
    public boolean hasLeft() {
        return hasLeft;
    }

    @Override
    public void close() {
        client.close();
        for (final EchoExchange exchange : exchanges) {
            exchange.close();
        }
    }
}
