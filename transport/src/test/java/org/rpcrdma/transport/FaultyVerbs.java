// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.VerbsException;

/**
 * Causes selected verbs calls to fail. Objects that a wrapped object returns are also wrapped. A failing call does
 * nothing and throws an exception. A failing work request is staged with an invalid key, so that its completion reports
 * a failure. A failing wait returns immediately.
 */
final class FaultyVerbs {
    private static final Set<String> FALLIBLE = Set.of(
            "allocateFastRegisterRegion",
            "registerMemory",
            "localInvalidate",
            "map",
            "unmap",
            "setPages",
            "createCompletionQueue",
            "createQueuePair",
            "connectToItself",
            "postSend",
            "await",
            "close");

    private static final int OTHER_REGION = 1 << 20;

    private final Map<Object, Object> actual = new IdentityHashMap<>();

    /** The number of calls so far that could have failed. */
    int calls;

    /** The number of the first call that fails. */
    int firstFault = Integer.MAX_VALUE;

    int faults = 1;

    /** True if all calls can fail, including calls that create nothing. */
    boolean allFallible;

    /** The error thrown by calls that create an object; null if they throw no error. */
    Error error;

    /** The action to run when a thread wakes a loop. */
    volatile Runnable onWake = () -> {};

    /** The name of a call that never fails. */
    String sparing = "";

    /** Causes the n-th subsequent call to fail, counting from 0 and only calls that can fail. */
    void failAt(final int n) {
        calls = 0;
        firstFault = n;
    }

    /** Returns true if the requested fault has occurred. */
    boolean hasFailed() {
        return calls > firstFault;
    }

    void failNoMore() {
        firstFault = Integer.MAX_VALUE;
    }

    <T> T wrap(final Class<T> type, final T target) {
        final Object proxy =
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    final Object[] passed = arguments == null ? new Object[0] : arguments.clone();
                    Arrays.setAll(passed, i -> unwrap(passed[i]));
                    return call(target, method, passed);
                });
        actual.put(proxy, target);
        return type.cast(proxy);
    }

    private Object unwrap(final Object argument) {
        if (argument instanceof QueuePairAttributes attributes) {
            return new QueuePairAttributes(
                            (CompletionQueue) unwrap(attributes.sendQueue()),
                            (CompletionQueue) unwrap(attributes.receiveQueue()),
                            1,
                            1,
                            1)
                    .withCapabilities(attributes.capabilities());
        }
        return actual.getOrDefault(argument, argument);
    }

    private Object call(final Object target, final Method method, final Object[] arguments) throws Throwable {
        if (method.getName().equals("wake")) {
            onWake.run();
        }
        if (error != null && method.getName().startsWith("create")) {
            throw error;
        }
        if (isToFail(method.getName())) {
            if (method.getName().equals("await")) {
                return false;
            }
            if (!(target instanceof SendRequests)) {
                throw new VerbsException(Errno.ENOMEM, "fault: " + method.getName());
            }
            final int key = method.getName().equals("registerMemory") ? 3 : 2;
            arguments[key] = (int) arguments[key] ^ OTHER_REGION;
        }
        try {
            final Object result = method.invoke(target, arguments);
            final Class<?> type = method.getReturnType();
            return result != null && type.isInterface() ? wrapAs(type, result) : result;
        } catch (final InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private boolean isToFail(final String name) {
        if (!allFallible && !FALLIBLE.contains(name) || name.equals(sparing)) {
            return false;
        }
        final int call = calls++;
        return call >= firstFault && call < firstFault + (long) faults;
    }

    private <T> T wrapAs(final Class<T> type, final Object result) {
        return wrap(type, type.cast(result));
    }
}
