// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.rpcrdma.testkit.Refusals.assertMessage;

import java.util.ArrayList;
import java.util.List;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.rpcrdma.arena.ReceiveArena;
import org.rpcrdma.transport.RpcCall;
import org.rpcrdma.verbs.VerbsException;

/** Tests a deferred call that several threads try to answer. */
class ServerCallTest {
    private static final int CAPACITY = 100;

    private final FakeLoop loop = new FakeLoop();
    private final List<String> answers = new ArrayList<>();
    private final Call pooled = new Call(0);
    private RpcCall call;
    private boolean hasMemory = true;
    /** The action that another thread performs while this thread reads the call's state. */
    private Runnable meanwhile = () -> {};

    private final LateAnswers lateAnswers = new LateAnswers(loop) {
        @Override
        void add(final Call answered) {
            if (!hasMemory) {
                throw new OutOfMemoryError("injected");
            }
            super.add(answered);
        }
    };

    /** Records the answers that would be sent. */
    private final class Answers extends CallDispatcher {
        Answers() {
            super(new FakeConnection(), null, served -> call = served, null, lateAnswers, null);
        }

        @Override
        protected int replyCapacity(final Call answered) {
            meanwhile.run();
            return CAPACITY;
        }

        @Override
        protected void prepareReply(final Call answered, final int length) {
            answers.add("reply " + length);
        }

        @Override
        protected void prepareError(final Call answered) {
            answers.add("refuse");
        }

        @Override
        protected void drop(final Call answered) {
            answers.add("drop");
            super.drop(answered);
        }

        @Override
        protected void post(final Call answered) {
            release(answered);
        }

        @Override
        protected void free(final Call answered) {
            answered.end();
        }

        @Override
        protected MutableDirectBuffer replyMessage(final Call answered, final int length) {
            return answered.reply;
        }

        @Override
        protected void reserveAnswer(final Call answered) {}

        @Override
        protected void forgetAnswer(final Call answered) {}

        @Override
        protected void onUnsent(final Call answered, final int answer, final VerbsException cause) {}
    }

    @BeforeEach
    void defer() {
        final Answers dispatcher = new Answers();
        pooled.begin(dispatcher, ReceiveArena.NONE, 0);
        pooled.header.wrap(new UnsafeBuffer(new byte[CAPACITY]), 0, CAPACITY);
        pooled.reply.wrap(new byte[CAPACITY]);
        dispatcher.serve(pooled);
        call.defer();
    }

    private void answerOnAnotherThread() {
        assertThrows(IllegalStateException.class, call::drop, "two answers");
    }

    @Test
    void shouldNotLookAtACallThatAnotherThreadMayStillAnswer() {
        meanwhile = this::answerOnAnotherThread;
        call.reply(CAPACITY);
        loop.advance(0);
        assertEquals(List.of("reply 100"), answers);
    }

    @Test
    void shouldRefuseACallWhoseReplyIsTooLongBeforeAnotherThreadCanAnswer() {
        meanwhile = this::answerOnAnotherThread;
        assertMessage(
                IllegalArgumentException.class,
                "reply message does not fit: messageLength=101 capacity=100",
                () -> call.reply(CAPACITY + 1));
        loop.advance(0);
        assertEquals(List.of("refuse"), answers);
    }

    @Test
    void shouldLeaveACallAnswerableWhoseReplyHasANegativeLength() {
        assertThrows(IllegalArgumentException.class, () -> call.reply(-1));
        call.reply(0);
        loop.advance(0);
        assertEquals(List.of("reply 0"), answers);
    }

    @Test
    void shouldRefuseAnAnswerToACallThatHasEnded() {
        call.drop();
        assertThrows(IllegalStateException.class, () -> call.reply(4));
        loop.advance(0);
        assertThrows(IllegalStateException.class, () -> call.reply(4));
        assertThrows(IllegalStateException.class, () -> call.reply(-1));
        assertEquals(List.of("drop"), answers);
    }

    @Test
    void shouldLeaveACallAnswerableWhoseAnswerCannotBeHandedOver() {
        hasMemory = false;
        assertThrows(OutOfMemoryError.class, () -> call.reply(4));
        assertThrows(OutOfMemoryError.class, call::drop);
        meanwhile = () -> {
            throw new StackOverflowError("injected");
        };
        assertThrows(StackOverflowError.class, () -> call.reply(4));
        meanwhile = () -> {};
        hasMemory = true;
        call.reply(5);
        assertThrows(IllegalStateException.class, call::drop);
        loop.advance(0);
        assertEquals(List.of("reply 5"), answers);
    }
}
