// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

import java.util.ArrayDeque;
import java.util.ArrayList;
import org.agrona.BitUtil;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.transport.ReplyCaching;
import org.rpcrdma.transport.RpcCall;
import org.rpcrdma.transport.RpcConnection;
import org.rpcrdma.transport.RpcService;
import org.rpcrdma.transport.connection.HandlerFailures;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.Timer;
import org.rpcrdma.wire.HeaderStatus;
import org.rpcrdma.wire.RpcMessage;

/**
 * A server's reply cache ({@link ReplyCaching}). It is a hash table of calls in progress and recent answers, located
 * between the connections and the service.
 *
 * <pre>
 *   (free) --first call--> in progress --answer--> unacknowledged --Send completed--> acknowledged
 *                               |                        |                                |
 *                               |                        +--- evicted last   evicted first, or expired --> (free)
 *                               +--- dropped, or an answer that is not kept -----------------------------> (free)
 * </pre>
 *
 * <p>Use it on the event loop only. If replies to a call's procedure are not kept, the cache only reads the call's
 * header. The cache allocates only blocks of entries, as it fills.
 */
public final class ReplyCache implements RpcService, AnswerKeeper {
    /**
     * The maximum number of bytes that the checksum covers. This limit applies both to the arguments and to the data in
     * Read chunks.
     */
    private static final int CHECKED = 256;

    /** The number of entries whose memory is allocated together. */
    private static final int BLOCK = 256;

    private static final long FACTOR = 0x9E3779B97F4A7C15L;

    private final RpcService service;
    private final ReplyCaching settings;
    private final EventLoop loop;
    private final Timer timer;
    private final CachedReply[] table;
    private final ArrayList<CachedReply> free = new ArrayList<>();
    private final AnswerList unacknowledged = new AnswerList();
    private final AnswerList acknowledged = new AnswerList();
    private final HandlerFailures failures = new HandlerFailures();
    private final RpcMessage message = new RpcMessage();

    /** The key for the current lookup. */
    private final CachedReply key = new CachedReply(this, null);

    /** Calls that no longer have to wait. They are resumed in a separate event. */
    private final ArrayDeque<Call> resumable = new ArrayDeque<>();

    /** The entry to which resumable calls refer. */
    private final CachedReply none = new CachedReply(this, null);

    private int made;
    private long hits;
    private long waits;
    private long misses;
    private long notKept;
    private long evicted;

    /**
     * Creates a cache.
     *
     * @param service executes calls whose answers are not in the cache.
     */
    public ReplyCache(final RpcService service, final ReplyCaching settings, final EventLoop loop) {
        this.service = service;
        this.settings = settings;
        this.loop = loop;
        timer = loop.newTimer(this::resumeWaiting);
        table = new CachedReply[BitUtil.findNextPositivePowerOfTwo(settings.entries())];
    }

    /** Returns the cache's figures. */
    public ReplyCacheFigures figures() {
        return new ReplyCacheFigures(
                hits, waits, misses, notKept, evicted, made - free.size(), (long) made * settings.longestReply());
    }

    @Override
    public void onConnect(final RpcConnection connection) {
        service.onConnect(connection);
    }

    @Override
    public void onDisconnect(final RpcConnection connection, final String reason) {
        service.onDisconnect(connection, reason);
    }

    @Override
    public void onCall(final RpcCall received) {
        final Call call = ((ServerCall) received).call;
        if (!readKey(call)) {
            service.onCall(received);
            return;
        }
        final long now = loop.nanoTime();
        expire(unacknowledged, now);
        expire(acknowledged, now);
        final CachedReply found = find();
        if (found == null) {
            misses++;
            add(call);
            service.onCall(received);
        } else if (found.isAnswered()) {
            hits++;
            handOver(found, call);
            answer(received, found);
        } else {
            waits++;
            call.cached = found;
            call.nextWaiting = found.waiting;
            found.waiting = call;
        }
    }

    /** Passes the answer on to a repeated call, because the client did not receive the first reply. */
    private void handOver(final CachedReply entry, final Call call) {
        part(entry);
        entry.call = call;
        call.cached = entry;
        AnswerList.remove(entry);
        unacknowledged.add(entry);
    }

    /** Detaches an entry from its call. */
    private static void part(final CachedReply entry) {
        if (entry.call != null) {
            entry.call.cached = null;
            entry.call = null;
        }
    }

    private static void answer(final RpcCall repeated, final CachedReply entry) {
        if (entry.answer < 0 || entry.answer > repeated.replyCapacity()) {
            repeated.refuse();
            return;
        }
        repeated.replyMessage(entry.answer).putBytes(0, entry.reply, 0, entry.answer);
        repeated.reply(entry.answer);
    }

    /** Reads the attributes that identify a repeated call. Returns false if replies to the call are not kept. */
    private boolean readKey(final Call call) {
        final DirectBuffer received = call.message();
        final int offset = call.messageOffset();
        final int status = message.wrap(received, offset, call.messageLength());
        if (status != HeaderStatus.VALID
                || message.messageType() != RpcMessage.CALL
                || !settings.procedures().has(message.program(), message.programVersion(), message.procedure())) {
            return false;
        }
        key.xid = message.xid();
        key.program = message.program();
        key.version = message.programVersion();
        key.procedure = message.procedure();
        key.caller = call.dispatcher.peer.remote().getAddress();
        final int arguments = message.bodyOffset();
        final int inline = call.messageLength() - arguments;
        final DirectBuffer data = call.readPayload();
        key.length = inline + data.capacity();
        final long checksum = checksum(inline, received, offset + arguments, inline);
        key.checksum = checksum(checksum, data, 0, data.capacity());
        return true;
    }

    /** Adds the first bytes of a buffer to a checksum. */
    static long checksum(final long begin, final DirectBuffer bytes, final int offset, final int length) {
        final int end = offset + Math.min(length, CHECKED);
        long sum = begin;
        int at = offset;
        for (; end - at >= Long.BYTES; at += Long.BYTES) {
            sum = mixed(sum, bytes.getLong(at));
        }
        for (; at < end; at++) {
            sum = mixed(sum, bytes.getByte(at));
        }
        return sum;
    }

    /** Spreads each bit of a word. Without the first fold, the highest byte would only affect one byte of the sum. */
    private static long mixed(final long sum, final long word) {
        final long both = sum ^ word;
        final long product = (both ^ both >>> Integer.SIZE) * FACTOR;
        return product ^ product >>> Integer.SIZE;
    }

    private CachedReply find() {
        CachedReply entry = table[place(key)];
        while (entry != null && !entry.isSame(key)) {
            entry = entry.next;
        }
        return entry;
    }

    private int place(final CachedReply entry) {
        return entry.hash() & table.length - 1;
    }

    private void add(final Call call) {
        final CachedReply entry = take();
        if (entry == null) {
            notKept++;
            return;
        }
        entry.set(key);
        entry.answer = CachedReply.NONE;
        entry.call = call;
        call.cached = entry;
        final int place = place(entry);
        entry.next = table[place];
        table[place] = entry;
    }

    /** Returns a free entry, or null if all entries belong to calls in progress. */
    private CachedReply take() {
        if (free.isEmpty()) {
            if (made < settings.entries()) {
                makeBlock();
            } else {
                final CachedReply oldest =
                        acknowledged.oldest() == null ? unacknowledged.oldest() : acknowledged.oldest();
                if (oldest == null) {
                    return null;
                }
                evicted++;
                remove(oldest);
            }
        }
        return free.remove(free.size() - 1);
    }

    private void makeBlock() {
        final int count = Math.min(BLOCK, settings.entries() - made);
        final int each = settings.longestReply();
        final byte[] memory = new byte[count * each];
        for (int i = count - 1; i >= 0; i--) {
            free.add(new CachedReply(this, new UnsafeBuffer(memory, i * each, each)));
        }
        made += count;
    }

    /** Frees the entries of answers that are older than the period. */
    private void expire(final AnswerList answers, final long now) {
        for (CachedReply oldest = answers.oldest();
                oldest != null && now - oldest.answeredNanos > settings.periodNanos();
                oldest = answers.oldest()) {
            remove(oldest);
        }
    }

    /** Frees the entry that holds an answer. */
    private void remove(final CachedReply entry) {
        AnswerList.remove(entry);
        free(entry);
    }

    private void free(final CachedReply entry) {
        final int place = place(entry);
        if (table[place] == entry) {
            table[place] = entry.next;
        } else {
            CachedReply ahead = table[place];
            while (ahead.next != entry) {
                ahead = ahead.next;
            }
            ahead.next = entry.next;
        }
        entry.next = null;
        entry.caller = null;
        part(entry);
        free.add(entry);
    }

    @Override
    public void keep(final Call call, final int answer) {
        final CachedReply entry = call.cached;
        if (entry.call != call || entry.isAnswered()) {
            return;
        }
        if (answer == CallDispatcher.REFUSE) {
            entry.answer = answer;
        } else if (answer == CallDispatcher.DROP) {
            forget(entry);
            return;
        } else if (!copy(call, answer, entry)) {
            notKept++;
            forget(entry);
            return;
        }
        entry.answeredNanos = loop.nanoTime();
        unacknowledged.add(entry);
        resumeLater(entry);
    }

    /** Copies the reply message, unless the message is too long or the reply contains data outside the message. */
    private boolean copy(final Call call, final int length, final CachedReply entry) {
        for (int chunk = 0; chunk < call.header.writeChunkCount(); chunk++) {
            if (call.writeLength(chunk) > 0) {
                return false;
            }
        }
        if (length + call.parts.bytes() > settings.longestReply()) {
            return false;
        }
        final MutableDirectBuffer reply = call.replyMessage();
        entry.reply.putBytes(0, reply, 0, length);
        call.parts.insertInto(entry.reply, 0, length);
        entry.answer = length + call.parts.bytes();
        return true;
    }

    /** Frees the entry of a call in progress. Calls that were waiting for the entry look up the cache again. */
    private void forget(final CachedReply entry) {
        resumeLater(entry);
        free(entry);
    }

    private void resumeLater(final CachedReply entry) {
        while (entry.waiting != null) {
            final Call call = entry.waiting;
            entry.waiting = call.nextWaiting;
            call.nextWaiting = null;
            call.cached = none;
            resumable.addFirst(call);
        }
        if (!resumable.isEmpty() && !timer.isArmed()) {
            timer.arm(0);
        }
    }

    /** Resumes waiting calls in a separate event rather than while another client's call is being answered. */
    private void resumeWaiting() {
        for (int left = resumable.size(); left > 0 && !resumable.isEmpty(); left--) {
            final Call call = resumable.remove();
            call.cached = null;
            failures.collect(() -> call.dispatcher.serveAgain(call));
        }
        failures.rethrow();
    }

    @Override
    public void acknowledge(final Call call) {
        final CachedReply entry = call.cached;
        if (entry.call == call && entry.isAnswered()) {
            AnswerList.remove(entry);
            acknowledged.add(entry);
        }
    }

    @Override
    public void release(final Call call) {
        final CachedReply entry = call.cached;
        if (entry == none) {
            resumable.remove(call);
        } else if (entry.call != call) {
            removeWaiting(entry, call);
        } else if (!entry.isAnswered()) {
            forget(entry);
        } else {
            entry.call = null;
        }
        call.cached = null;
    }

    private static void removeWaiting(final CachedReply entry, final Call call) {
        if (entry.waiting == call) {
            entry.waiting = call.nextWaiting;
        } else {
            Call ahead = entry.waiting;
            while (ahead.nextWaiting != call) {
                ahead = ahead.nextWaiting;
            }
            ahead.nextWaiting = call.nextWaiting;
        }
        call.nextWaiting = null;
    }

    /** Cancels the event that would resume calls. All calls must already be released. */
    public void close() {
        timer.cancel();
    }
}
