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
 * A call to a procedure of {@link RpcPrograms}, positioned at its arguments.
 *
 * <p>The object is valid until the call is answered. The server then reuses it, unless the call was deferred. After
 * {@link #defer(int)}, any thread may answer, and the first answer wins. Only one thread at a time may use the other
 * methods, as described in {@link RpcCall}.
 */
public final class ProcedureCall {
    /** The number of extra bytes to allocate for small items. */
    private static final int SPARE = 512;

    /** The buffer for results before the first item is written. It has no memory. */
    private static final MutableDirectBuffer NONE = new UnsafeBuffer(0, 0);

    private final RpcMessage message = new RpcMessage();
    private final XdrReader arguments = new XdrReader();
    private final ReplyWriter results = new ReplyWriter();
    private final OpaqueData data = new OpaqueData();
    private final AuthSys sys = new AuthSys();
    private final IntFunction<MutableDirectBuffer> grow = this::grow;
    private RpcCall call;

    /**
     * The received message. The next two fields are the offsets of its first byte and of the byte after its last byte.
     */
    private DirectBuffer received;

    private int begin;
    private int end;
    private boolean isSys;
    private final AtomicBoolean isAnswered = new AtomicBoolean();
    private boolean isDeferred;

    /** A deferred call's copy of the message, and the memory reserved for its reply. */
    private UnsafeBuffer own;

    private int longestReply;

    ProcedureCall() {}

    /** Wraps a call and returns the status of its RPC header. */
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

    /**
     * Returns false if the credential is malformed, or if its flavor protects the arguments in a way that is not
     * supported.
     */
    boolean readCredential() {
        final int flavor = message.credentialFlavor();
        isSys = flavor == RpcCredential.AUTH_SYS;
        if (isSys) {
            return sys.wrap(received, begin + message.credentialOffset(), message.credentialLength());
        }
        return flavor != RpcCredential.RPCSEC_GSS;
    }

    /** Runs the procedure and sends the results. The RPC header must fit in the reply. */
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

    /** Answers a deferred call after its procedure threw an exception, unless another thread has already answered. */
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

    /**
     * Returns at least twice the size of the current buffer, so that the results are not copied for each small item.
     */
    private long wanted(final int needed) {
        return Math.max(2L * results.buffer().capacity(), (long) needed + SPARE);
    }

    /** Grows the result buffer of a deferred call, up to the reserved memory. */
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
     * Returns the procedure number.
     *
     * @return the procedure number.
     */
    public int procedure() {
        return message.procedure();
    }

    /**
     * Returns a reader for the arguments.
     *
     * @return a reader at the next argument in {@link RpcCall#message()}.
     */
    public XdrReader arguments() {
        return arguments;
    }

    /**
     * Returns the offset of the first argument.
     *
     * @return the offset of the arguments in {@link RpcCall#message()}.
     */
    public int argumentsOffset() {
        return call.messageOffset() + message.bodyOffset();
    }

    /**
     * Returns the length of the arguments in the message, excluding arguments in Read chunks.
     *
     * @return the length in bytes.
     */
    public int argumentsLength() {
        return call.messageLength() - message.bodyOffset();
    }

    /**
     * Reads the next argument, which must be a variable-length opaque. Its bytes are in the message or in the Read
     * chunk at its position. The counterparts of this method are {@link ReplyWriter#putData(long, int)} for results and
     * {@link RpcReply#data()} on the client.
     *
     * @return a view of the data, without a copy. The call owns the bytes, and the next call of this method reuses the
     *     view.
     * @throws XdrReader.Malformed if the opaque is incomplete.
     */
    public OpaqueData data() {
        if (!data.wrap(call, isDeferred ? own : call.message(), arguments.position())) {
            throw new XdrReader.Malformed("opaque is missing or too long: offset=" + arguments.position());
        }
        arguments.skip(data.end() - arguments.position());
        return data;
    }

    /**
     * Returns the flavor of the credential.
     *
     * @return the flavor's number, for example {@link RpcCredential#AUTH_NONE}.
     */
    public int credentialFlavor() {
        return message.credentialFlavor();
    }

    /**
     * Returns the user and groups that the client claims to have.
     *
     * @return the AUTH_SYS credential, or null if the call's credential has another flavor.
     */
    public AuthSys authSys() {
        return isSys ? sys : null;
    }

    /**
     * Returns the connection on which the call arrived.
     *
     * @return the connection, which can outlive the call.
     */
    public RpcConnection caller() {
        return call.connection();
    }

    /**
     * Returns the underlying call, which provides direct access to the call's chunks and to zero-copy sends. Answer the
     * call only through this object.
     *
     * @return the transport's call.
     */
    public RpcCall rpcCall() {
        return call;
    }

    /**
     * Allows another thread to answer the call by {@link #reply()} or {@link #fail(int)}, and reserves memory for the
     * results.
     *
     * <p>After this method returns, the results are stored in this object's own memory. When a thread claims the right
     * to answer, the results are copied to the reply. This method also copies the arguments, except arguments in Read
     * chunks. Therefore, if another thread answers first, for example because of a timeout, the thread that is still
     * working on the call cannot affect other calls.
     *
     * @param longestResults the maximum length of the results in bytes, without the reply's header.
     * @throws IllegalArgumentException if the client cannot receive that many bytes. If the procedure does not catch
     *                                  this exception, the client receives ERR_CHUNK.
     * @throws IllegalStateException    if the call is already deferred.
     */
    public void defer(final int longestResults) {
        checkNotDeferred();
        deferWithRoom(RpcProgram.RESULTS + longestResults);
    }

    /**
     * Allows another thread to answer the call, and reserves memory for results and data. This method is like
     * {@link #defer(int)}, but it also reserves memory for one {@link ReplyWriter#putData(DirectBuffer, int, int)} or
     * {@link ReplyWriter#claimData}. The data are sent inline or in a chunk, depending on which chunks the client
     * offers. Data sent directly from the service's memory ({@link ReplyWriter#putData(long, int)}) need no reserved
     * memory.
     *
     * <p>The memory of Read and Write chunks is not copied when a thread claims the right to answer. Therefore, while
     * one thread is working on the call, other threads may answer it only by {@link #expire(int)}.
     *
     * @param longestResults the maximum length of the results in bytes, without the data and the reply's header.
     * @param longestData    the maximum length of the data in bytes, 0 or more. A smaller chunk from the client reduces
     *                       this limit; see {@link ReplyWriter#dataRoom()}.
     * @throws IllegalArgumentException if the client cannot receive the results, or a length is negative. If the
     *                                  procedure does not catch this exception, the client receives ERR_CHUNK.
     * @throws IllegalStateException    if the call is already deferred.
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
            throw new IllegalStateException("call is already deferred");
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

    /**
     * Copies the message to the same offset in a new buffer. The copy is used instead of the original, except for Read
     * chunks.
     */
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
     * Returns the writer for the results of a deferred call.
     *
     * @return the writer that {@link RpcProcedure#onCall} received.
     */
    public ReplyWriter results() {
        return results;
    }

    /**
     * Sends the results. A procedure that does not defer the call need not call this method.
     *
     * @throws IllegalStateException if the call has already been answered.
     */
    public void reply() {
        answer(RpcProgram.SUCCESS);
    }

    /**
     * Answers without results, and frees the memory of the call's chunks. If another thread may still be using that
     * memory, call {@link #expire(int)} instead.
     *
     * @param acceptStatus an accept status other than success, such as {@link RpcProgram#SYSTEM_ERR}.
     * @throws IllegalArgumentException if the status is success.
     * @throws IllegalStateException    if the call has already been answered.
     */
    public void fail(final int acceptStatus) {
        checkFailure(acceptStatus);
        answer(acceptStatus);
    }

    /**
     * Answers a deferred call without results while another thread is working on it. Use this method for timeouts.
     * After this method returns, the call's methods may throw {@link IllegalStateException} in the working thread. That
     * thread keeps all memory that it received from the call until it calls {@link #reply()} or {@link #fail(int)}. It
     * must call one of these methods, even after the connection or the server has ended. The method then throws an
     * exception, because the call has already been answered.
     *
     * @param acceptStatus an accept status other than success, such as {@link RpcProgram#SYSTEM_ERR}.
     * @throws IllegalArgumentException if the status is success.
     * @throws IllegalStateException    if the call is not deferred, or has already been answered.
     */
    public void expire(final int acceptStatus) {
        checkFailure(acceptStatus);
        if (!isDeferred) {
            throw new IllegalStateException("call is not deferred, so no other thread may answer it");
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
            throw new IllegalArgumentException("acceptStatus must not be success: acceptStatus=" + acceptStatus);
        }
    }

    private static IllegalStateException answeredAlready() {
        return new IllegalStateException("call has already been answered or dropped");
    }

    /**
     * Claims the right to answer a deferred call. This happens before anything is written, because another thread may
     * already have answered the call.
     */
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

    /** Copies the results to the reply, after its header. The underlying call rejects results that are too long. */
    private void copyResults() {
        final int length = Math.min(results.position(), results.buffer().capacity()) - RpcProgram.RESULTS;
        if (length > 0) {
            call.replyMessage().putBytes(RpcProgram.RESULTS, results.buffer(), RpcProgram.RESULTS, length);
        }
    }

    /** Discards the results, including the data for Write chunks. */
    private void dropResults() {
        for (int i = 0; i < call.writeChunkCount(); i++) {
            call.writeChunk(i, 0);
        }
    }

    /** Withdraws the claim to answer. The underlying call determines whether a deferred call can still be answered. */
    private void withdrawClaim() {
        if (isDeferred) {
            isAnswered.setRelease(false);
        }
    }

    /**
     * Writes the reply's header. Reads the transaction id first, because this throws if the call has already been
     * answered and therefore no longer has a buffer.
     */
    private void putHead(final int acceptStatus) {
        final int xid = call.xid();
        final MutableDirectBuffer written = results.buffer();
        final boolean isOwn = isDeferred || written == NONE;
        RpcProgram.putHead(isOwn ? call.replyMessage(RpcProgram.RESULTS) : written, xid, acceptStatus);
    }
}
