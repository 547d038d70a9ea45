// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A deferred call, whose answer threads compete for. */
class ServerCallTest {
    private static final int CAPACITY = 100;

    private final FakeLoop loop = new FakeLoop();
    private final LateAnswers lateAnswers = new LateAnswers(loop);
    private final List<String> answers = new ArrayList<>();
    private final Call context = new Call(0);
    private final ServerCall call = context.handle;
    private boolean hasMemory = true;
    /** What another thread does while one looks at the call. */
    private Runnable meanwhile = () -> {};

    private Object own(final Object self, final Method method, final Object[] arguments) {
        switch (method.getName()) {
            case "lateAnswers" -> {
                if (!hasMemory) {
                    throw new OutOfMemoryError("injected");
                }
                return lateAnswers;
            }
            case "replyCapacity" -> {
                meanwhile.run();
                return CAPACITY;
            }
            case "reply", "refuse", "drop" -> {
                answers.add(method.getName() + (arguments.length == 1 ? "" : " " + arguments[1]));
                context.end();
            }
            default -> {}
        }
        return null;
    }

    @BeforeEach
    void defer() {
        context.owner = (CallOwner)
                Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {CallOwner.class}, this::own);
        context.reply.wrap(new byte[CAPACITY]);
        call.begin();
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
        final Exception e = assertThrows(IllegalArgumentException.class, () -> call.reply(CAPACITY + 1));
        assertEquals("reply message does not fit: messageLength=101 capacity=100", e.getMessage());
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
