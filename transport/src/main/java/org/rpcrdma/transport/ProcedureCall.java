// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntFunction;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.wire.AuthSys;
import org.rpcrdma.wire.RpcCredential;
import org.rpcrdma.wire.RpcMessage;
import org.rpcrdma.wire.XdrReader;
import org.rpcrdma.wire.XdrWriter;

/**
 * A call to a procedure of {@link RpcPrograms}: its head was read, its arguments are next.
 *
 * <p>Valid until it is answered; it is reused for another call then. After {@link #defer(int)} it is never reused. Any
 * thread may answer it then, and one does; everything else is for one thread at a time, as {@link RpcCall} says.
 */
public final class ProcedureCall {
    /** Room for small items beyond what is needed at the moment. */
    private static final int SPARE = 512;

    /** The results before the first item: memory is taken for as many bytes as there are. */
    private static final MutableDirectBuffer NONE = new UnsafeBuffer(0, 0);

    private final RpcMessage message = new RpcMessage();
    private final XdrReader arguments = new XdrReader();
    private final ReplyWriter results = new ReplyWriter();
    private final OpaqueData data = new OpaqueData();
    private final AuthSys sys = new AuthSys();
    private final IntFunction<MutableDirectBuffer> grow = this::grow;
    private RpcCall call;

    /** The message as it was received, its first byte and the byte behind it. */
    private DirectBuffer received;

    private int begin;
    private int end;
    private boolean isSys;
    private final AtomicBoolean isAnswered = new AtomicBoolean();
    private boolean isDeferred;

    /** A deferred call's copy of the message, and the bytes that are reserved for its reply. */
    private UnsafeBuffer own;

    private int longestReply;

    ProcedureCall() {}

    /** Returns the status of the call's head. */
    int wrap(final RpcCall next) {
        call = next;
        received = next.message();
        begin = next.messageOffset();
        final int length = next.messageLength();
        end = begin + length;
        return message.wrap(received, begin, length);
    }

    RpcMessage message() {
        return message;
    }

    /** Returns false if the credential cannot be read, or protects the arguments in a way that is not known here. */
    boolean readCredential() {
        final int flavor = message.credentialFlavor();
        isSys = flavor == RpcCredential.AUTH_SYS;
        if (isSys) {
            return sys.wrap(received, begin + message.credentialOffset(), message.credentialLength());
        }
        return flavor != RpcCredential.RPCSEC_GSS;
    }

    /** Has its procedure carry it out, and sends the results. The reply has room for its head. */
    void carryOut(final RpcProcedure procedure) {
        isAnswered.setPlain(false);
        isDeferred = false;
        arguments.wrap(received, begin + message.bodyOffset(), end);
        results.begin(call);
        results.wrap(NONE, RpcProgram.RESULTS, grow);
        try {
            procedure.onCall(this, results);
        } catch (final XdrReader.Malformed e) {
            if (isDeferred) {
                failDeferred(RpcProgram.GARBAGE_ARGS);
                throw e;
            }
            if (isAnswered.getPlain()) {
                throw e;
            }
            fail(RpcProgram.GARBAGE_ARGS);
        } catch (final Throwable e) {
            if (isDeferred) {
                failDeferred(RpcProgram.SYSTEM_ERR);
            }
            throw e;
        }
        if (!isAnswered.getPlain() && !isDeferred) {
            reply();
        }
    }

    /** The procedure has thrown: the call is answered, unless another thread has answered it. */
    private void failDeferred(final int acceptStatus) {
        if (claim()) {
            answerClaimed(acceptStatus);
        }
    }

    boolean isDeferred() {
        return isDeferred;
    }

    private MutableDirectBuffer grow(final int needed) {
        final int parts = results.partBytes();
        final int capacity = call.replyCapacity() - parts;
        if (needed > capacity) {
            return call.replyMessage((int) Math.min((long) needed + parts, Integer.MAX_VALUE)); // throws
        }
        return call.replyMessage((int) Math.max(needed, Math.min(wanted(needed), capacity)));
    }

    /** Twice as much each time, so that many small items are not copied as often. */
    private long wanted(final int needed) {
        return Math.max(2L * results.buffer().capacity(), (long) needed + SPARE);
    }

    /** Grows the results of a deferred call up to the memory that is reserved for them. */
    private MutableDirectBuffer growDeferred(final int needed) {
        final MutableDirectBuffer before = results.buffer();
        if (needed > longestReply) {
            throw new XdrWriter.NoRoom(needed - results.position(), longestReply - results.position());
        }
        final UnsafeBuffer grown = new UnsafeBuffer(new byte[(int) Math.min(wanted(needed), longestReply)]);
        grown.putBytes(0, before, 0, Math.min(before.capacity(), results.position()));
        return grown;
    }

    /**
     * Returns the procedure's number.
     *
     * @return the word of the call's head.
     */
    public int procedure() {
        return message.procedure();
    }

    /**
     * Returns the arguments.
     *
     * @return a reader at the next argument in {@link RpcCall#message()}.
     */
    public XdrReader arguments() {
        return arguments;
    }

    /**
     * Returns the offset of the first argument.
     *
     * @return its offset in {@link RpcCall#message()}.
     */
    public int argumentsOffset() {
        return call.messageOffset() + message.bodyOffset();
    }

    /**
     * Returns the length of the arguments in the message, without those in Read chunks.
     *
     * @return bytes.
     */
    public int argumentsLength() {
        return call.messageLength() - message.bodyOffset();
    }

    /**
     * Reads the next argument, an opaque of variable length, from the message or from the Read chunk of its place. Its
     * counterparts are {@link ReplyWriter#putData(long, int)} for results and {@link RpcReply#data()} for the client.
     *
     * @return where its bytes are, without a copy; they belong to the call. Reused by the next call of this method.
     * @throws XdrReader.Malformed if not all of it is there.
     */
    public OpaqueData data() {
        if (!data.wrap(call, isDeferred ? own : call.message(), arguments.position())) {
            throw new XdrReader.Malformed("opaque is not there: offset=" + arguments.position());
        }
        arguments.skip(data.end() - arguments.position());
        return data;
    }

    /**
     * Returns the flavor of the credential.
     *
     * @return its number, for example {@link RpcCredential#AUTH_NONE}.
     */
    public int credentialFlavor() {
        return message.credentialFlavor();
    }

    /**
     * Returns the user and groups that the client claims.
     *
     * @return the AUTH_SYS credential, or null if the call has one of another flavor.
     */
    public AuthSys authSys() {
        return isSys ? sys : null;
    }

    /**
     * Returns the connection that the call came by.
     *
     * @return the caller; it can be kept when the call is over.
     */
    public RpcConnection caller() {
        return call.connection();
    }

    /**
     * Returns the call below, for its chunks: data that go by RDMA, memory of the service's that is sent from its
     * place. It is answered by this object.
     *
     * @return the call in the transport's terms.
     */
    public RpcCall rpcCall() {
        return call;
    }

    /**
     * Lets another thread answer by {@link #reply()} or {@link #fail(int)}. Reserves the memory for the results.
     *
     * <p>From now on the results are written to memory of this object's own, and copied when the answer has been
     * claimed. Its arguments are copies, too, except those in Read chunks. So a thread that still works on a call that
     * another thread has answered, for example a timer, disturbs no other call.
     *
     * @param longestResults bytes of the longest results, behind the reply's head.
     * @throws IllegalArgumentException if the client has no room for that; if this leaves the procedure, the client
     *                                  gets ERR_CHUNK.
     * @throws IllegalStateException    if the call was deferred before.
     */
    public void defer(final int longestResults) {
        checkNotDeferred();
        deferWithRoom(RpcProgram.RESULTS + longestResults);
    }

    /**
     * Lets another thread answer, as {@link #defer(int)}, and takes memory for data that it puts: one {@link
     * ReplyWriter#putData(DirectBuffer, int, int)} or {@link ReplyWriter#claimData}, inline or by chunk as the client
     * offers. Data that are sent from the service's own memory ({@link ReplyWriter#putData(long, int)}) need none.
     *
     * <p>Memory of a Write chunk is not copied when the answer is claimed, like that of Read chunks: while a thread
     * works on the call, another answers it by {@link #expire(int)} only.
     *
     * @param longestResults bytes of the longest results but for the data, behind the reply's head.
     * @param longestData    bytes of the longest data, 0 or more. If the client offers a chunk with less room, that is
     *                       the limit: {@link ReplyWriter#dataRoom()}.
     * @throws IllegalArgumentException if the client has no room for the results, or a length is negative; if this
     *                                  leaves the procedure, the client gets ERR_CHUNK.
     * @throws IllegalStateException    if the call was deferred before.
     */
    public void defer(final int longestResults, final int longestData) {
        checkNotDeferred();
        if (longestData < 0) {
            throw new IllegalArgumentException("length must not be negative: longestData=" + longestData);
        }
        deferWithRoom(results.reserve(RpcProgram.RESULTS + longestResults, longestData));
    }

    private void checkNotDeferred() {
        if (isDeferred) {
            throw new IllegalStateException("call was deferred already");
        }
    }

    private void deferWithRoom(final int messageLength) {
        longestReply = call.replyMessage(messageLength).capacity();
        final MutableDirectBuffer written = results.buffer();
        final int length = results.position();
        final UnsafeBuffer first = new UnsafeBuffer(new byte[Math.min(longestReply, length + SPARE)]);
        first.putBytes(0, call.replyMessage(length), 0, written == NONE ? 0 : length);
        final UnsafeBuffer copy = copyOfMessage();
        call.defer();
        isDeferred = true;
        results.defer();
        own = copy;
        results.wrap(first, length, this::growDeferred);
    }

    /** Returns a copy of the message, at the same offset, and has everything but Read chunks read from it. */
    private UnsafeBuffer copyOfMessage() {
        final int length = end - begin;
        final UnsafeBuffer copy = new UnsafeBuffer(new byte[end]);
        copy.putBytes(begin, received, begin, length);
        message.wrap(copy, begin, length);
        if (isSys) {
            sys.wrap(copy, begin + message.credentialOffset(), message.credentialLength());
        }
        arguments.wrap(copy, arguments.position(), end);
        data.move(received, copy);
        return copy;
    }

    /**
     * Returns the writer of the results, for a call that was deferred.
     *
     * @return the one that {@link RpcProcedure#onCall} got.
     */
    public ReplyWriter results() {
        return results;
    }

    /**
     * Sends what was written. A procedure that has not deferred need not call this.
     *
     * @throws IllegalStateException if the call has an answer.
     */
    public void reply() {
        answer(RpcProgram.SUCCESS);
    }

    /**
     * Answers without results. The memory of the call's chunks is free afterwards: while another thread works on a
     * deferred call and may use them, use {@link #expire(int)}.
     *
     * @param acceptStatus why the call was not carried out: an accept status other than success, such as {@link
     *                     RpcProgram#SYSTEM_ERR}.
     * @throws IllegalArgumentException if the status is success.
     * @throws IllegalStateException if the call has an answer.
     */
    public void fail(final int acceptStatus) {
        checkFailure(acceptStatus);
        answer(acceptStatus);
    }

    /**
     * Answers a deferred call without results while another thread works on it, for example at a timeout. Methods of
     * the call may throw an {@link IllegalStateException} in that thread from then on. All memory that it has got from
     * them stays its own until its {@link #reply()} or {@link #fail(int)}, which throw, because the call has an answer:
     * it must call one of both, even after the connection or the server has ended.
     *
     * @param acceptStatus why the call was not carried out: an accept status other than success, such as {@link
     *                     RpcProgram#SYSTEM_ERR}.
     * @throws IllegalArgumentException if the status is success.
     * @throws IllegalStateException    if the call was not deferred, or has an answer.
     */
    public void expire(final int acceptStatus) {
        checkFailure(acceptStatus);
        if (!isDeferred) {
            throw new IllegalStateException("call was not deferred: no other thread works on it");
        }
        if (!claim()) {
            throw answeredAlready();
        }
        try {
            putHead(acceptStatus);
            call.expire(RpcProgram.RESULTS);
        } catch (final Throwable e) {
            withdrawClaim();
            throw e;
        }
    }

    private static void checkFailure(final int acceptStatus) {
        if (acceptStatus == RpcProgram.SUCCESS) {
            throw new IllegalArgumentException("a call cannot fail with success: acceptStatus=" + acceptStatus);
        }
    }

    private static IllegalStateException answeredAlready() {
        return new IllegalStateException("call was answered or dropped already");
    }

    /** Claims the answer of a deferred call before a byte of it is written: it may be another thread's. */
    private void answer(final int acceptStatus) {
        if (isDeferred && !claim()) {
            call.returnMemory();
            throw answeredAlready();
        }
        answerClaimed(acceptStatus);
    }

    private boolean claim() {
        return isAnswered.compareAndSet(false, true);
    }

    private void answerClaimed(final int acceptStatus) {
        final boolean isSuccess = acceptStatus == RpcProgram.SUCCESS;
        try {
            putHead(acceptStatus);
            if (!isSuccess) {
                dropResults();
            } else {
                if (isDeferred) {
                    copyResults();
                }
                results.place();
            }
            isAnswered.setPlain(true);
            call.reply(isSuccess ? results.position() : RpcProgram.RESULTS);
        } catch (final Throwable e) {
            withdrawClaim();
            throw e;
        }
    }

    /** Copies the results behind the head; longer ones are refused by the call below. */
    private void copyResults() {
        final int length = Math.min(results.position(), results.buffer().capacity()) - RpcProgram.RESULTS;
        if (length > 0) {
            call.replyMessage().putBytes(RpcProgram.RESULTS, results.buffer(), RpcProgram.RESULTS, length);
        }
    }

    /** What was put into Write chunks stays here. */
    private void dropResults() {
        for (int i = 0; i < call.writeChunkCount(); i++) {
            call.writeChunk(i, 0);
        }
    }

    /** The call below knows if a deferred call can still be answered. */
    private void withdrawClaim() {
        if (isDeferred) {
            isAnswered.setRelease(false);
        }
    }

    /** The transaction id is asked for first: a call that was answered has no buffer any more. */
    private void putHead(final int acceptStatus) {
        final int xid = call.xid();
        final MutableDirectBuffer written = results.buffer();
        final boolean isOwn = isDeferred || written == NONE;
        RpcProgram.putHead(isOwn ? call.replyMessage(RpcProgram.RESULTS) : written, xid, acceptStatus);
    }
}
