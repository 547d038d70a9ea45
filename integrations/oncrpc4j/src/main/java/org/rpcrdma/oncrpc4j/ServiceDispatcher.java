// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.oncrpc4j;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.agrona.collections.IntArrayList;
import org.dcache.oncrpc4j.rpc.RpcTransport;
import org.rpcrdma.transport.RpcCall;
import org.rpcrdma.transport.RpcConnection;
import org.rpcrdma.transport.RpcService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Converts the transport's calls into oncrpc4j's calls and runs them on an executor. */
final class ServiceDispatcher implements RpcService {
    static final Logger LOG = LoggerFactory.getLogger(ServiceDispatcher.class);

    /** The number of bytes reserved in advance for a reply; a longer reply is sent in parts. */
    private static final int ANSWER_HEAD = 1024;

    private static final int SHORTEST_CALL = 40;
    private static final long END_SECONDS = 5;

    private final Programs programs;
    private final Supplier<Executor> executors;
    private final DdpRules rules;
    private final MessageMemory memory;
    private final Function<RpcCall, RpcTransport> peers;

    /** The executors by connection number; accessed only on the event loop. */
    private final Map<Long, Executor> strands = new HashMap<>();

    /** The calls that the transport has not yet completed. */
    private final Set<AnswerTransport> open = ConcurrentHashMap.newKeySet();

    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private volatile boolean isEnding;

    /**
     * @param executors returns the executor for a connection's calls.
     * @param peers     returns the transport for calls to the caller of a call.
     */
    ServiceDispatcher(
            final Programs programs,
            final Supplier<Executor> executors,
            final DdpRules rules,
            final MessageMemory memory,
            final Function<RpcCall, RpcTransport> peers) {
        this.programs = programs;
        this.executors = executors;
        this.rules = rules;
        this.memory = memory;
        this.peers = peers;
    }

    MessageMemory memory() {
        return memory;
    }

    @Override
    public void onCall(final RpcCall call) {
        final ByteBuffer payload = call.readPayloadBuffer();
        final ReceivedXdr xdr;
        final EncodedMessage message;
        try {
            xdr = message(call, payload);
            message = callOf(xdr);
        } catch (final IllegalArgumentException e) {
            LOG.info("a call is malformed: {}: {}", call.connection(), e.getMessage());
            call.refuse();
            return;
        }
        call.replyMessage(Math.min(ANSWER_HEAD, call.replyCapacity()));
        final AnswerTransport transport =
                new AnswerTransport(call, this, peers.apply(call), message.ruleOfCall(rules), payload);
        final RpcConnection connection = call.connection();
        call.defer();
        open.add(transport);
        final org.dcache.oncrpc4j.rpc.RpcCall served =
                new org.dcache.oncrpc4j.rpc.RpcCall(message.xid(), xdr, transport);
        execute(served, xdr, executorOf(connection));
    }

    private Executor executorOf(final RpcConnection connection) {
        return strands.computeIfAbsent(connection.id(), id -> executors.get());
    }

    @Override
    public void onDisconnect(final RpcConnection connection, final String reason) {
        strands.remove(connection.id());
    }

    private static EncodedMessage callOf(final ReceivedXdr xdr) {
        final EncodedMessage message = new EncodedMessage(xdr.asBuffer());
        if (message.length() < SHORTEST_CALL || !message.isCall()) {
            throw new IllegalArgumentException("an RPC call must have at least " + SHORTEST_CALL
                    + " bytes and start with a transaction id and CALL: length=" + message.length());
        }
        return message;
    }

    private void execute(final org.dcache.oncrpc4j.rpc.RpcCall call, final ReceivedXdr xdr, final Executor executor) {
        try {
            executor.execute(() -> {
                xdr.beginDecoding();
                xdr.asBuffer().position(2 * Integer.BYTES);
                programs.serve(call);
            });
        } catch (final RejectedExecutionException e) {
            LOG.warn("the executor rejects calls: {}", e.getMessage());
            ((AnswerTransport) call.getTransport()).drop();
        }
    }

    private static ReceivedXdr message(final RpcCall call, final ByteBuffer payload) {
        final boolean isInline = call.messageLength() == 0 || !isFirstChunk(call);
        final ByteBuffer head;
        if (isInline) {
            head = ByteBuffer.allocate(call.messageLength());
            call.message().getBytes(call.messageOffset(), head, 0, call.messageLength());
        } else {
            head = payload.slice(call.messageOffset(), call.messageLength());
        }
        final IntArrayList positions = new IntArrayList();
        final List<ByteBuffer> chunks = new ArrayList<>(1);
        int segment = 0;
        while (segment < call.readSegmentCount()) {
            final int position = call.readPosition(segment);
            final int offset = call.readPayloadOffset(segment);
            int length = 0;
            while (segment < call.readSegmentCount() && call.readPosition(segment) == position) {
                length += call.readLength(segment++);
            }
            if (position > 0) {
                positions.addInt(position);
                chunks.add(payload.slice(offset, length));
            }
        }
        return ReceivedXdr.of(head, positions.toIntArray(), chunks.toArray(ByteBuffer[]::new), true);
    }

    /** Returns true if the message arrived in a Position-Zero Read chunk. */
    private static boolean isFirstChunk(final RpcCall call) {
        return call.readSegmentCount() > 0 && call.readPosition(0) == 0;
    }

    /** Records that the transport has completed a call. Called on the event loop. */
    void ended(final AnswerTransport call) {
        open.remove(call);
        if (isEnding && open.isEmpty()) {
            ended.complete(null);
        }
    }

    /**
     * Abandons all unanswered calls whose memory no service can access. Call this method only when no further calls can
     * arrive. A call with Read chunks remains until its service has answered, because the service may read the chunks
     * in place.
     */
    void dropUnread() {
        isEnding = true;
        open.forEach(AnswerTransport::dropUnread);
    }

    /** Waits, for a limited time, until the event loop has completed all calls. */
    void awaitEnd() {
        if (open.isEmpty()) {
            ended.complete(null);
        }
        ended.copy().completeOnTimeout(null, END_SECONDS, TimeUnit.SECONDS).join();
    }

    /** Returns a future that completes when the transport has completed all calls. Call {@link #dropUnread()} first. */
    CompletableFuture<Void> ended() {
        return ended;
    }
}
