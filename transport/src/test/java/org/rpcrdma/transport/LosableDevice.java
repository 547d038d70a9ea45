// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import org.rpcrdma.verbs.AsyncEventType;
import org.rpcrdma.verbs.CompletionHandler;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.Connection;
import org.rpcrdma.verbs.ConnectionHandler;
import org.rpcrdma.verbs.ConnectionManager.ListenHandler;
import org.rpcrdma.verbs.ConnectionParameters;
import org.rpcrdma.verbs.ConnectionRequest;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.VerbsException;

/**
 * A device that can be lost, as if it were unplugged. Posted requests then never complete, and queue pairs may refuse
 * the transition to ERR.
 */
final class LosableDevice extends ForwardingDevice {
    private final Map<QueuePair, QueuePair> actual = new IdentityHashMap<>();
    private boolean isSilent;
    private final List<Consumer<AsyncEventType>> failureHandlers = new ArrayList<>();
    private boolean isRefusing;

    /** True if queue pairs do not report their failures. */
    boolean isMute;

    /** Loses the device. After that, only calls that the device refuses reveal that it has been lost. */
    void lose(final boolean refuses) {
        isSilent = true;
        isRefusing = refuses;
    }

    public CompletionQueue createCompletionQueue(
            final int entries, final EventLoop loop, final CompletionHandler handler) {
        return device.createCompletionQueue(entries, loop, queue -> {
            if (!isSilent) {
                handler.onCompletionEvent(queue);
            }
        });
    }

    /** Reports a device failure to all queue pairs. */
    void fail() {
        failureHandlers.forEach(handler -> handler.accept(AsyncEventType.DEVICE_FATAL));
    }

    @SuppressWarnings("unchecked")
    public QueuePair createQueuePair(final ProtectionDomain domain, final QueuePairAttributes attributes) {
        final QueuePair own = device.connections().createQueuePair(domain, attributes);
        final QueuePair wrapped = wrap(QueuePair.class, own, (name, arguments) -> {
            if (isRefusing && name.equals("toError")) {
                throw new VerbsException(Errno.EIO, "the device is gone");
            }
            if (name.equals("onFailure")) {
                failureHandlers.add((Consumer<AsyncEventType>) arguments[1]);
                return !isMute;
            }
            return true;
        });
        actual.put(wrapped, own);
        return wrapped;
    }

    /**
     * Wraps an object. A predicate receives the name and arguments of each call. It may change the arguments, and
     * decides whether the call proceeds.
     */
    private static <T> T wrap(final Class<T> type, final T own, final BiPredicate<String, Object[]> goesOn) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    try {
                        return goesOn.test(method.getName(), arguments) ? method.invoke(own, arguments) : null;
                    } catch (final InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    public Connection connect(
            final InetSocketAddress remote,
            final QueuePair queuePair,
            final ConnectionParameters parameters,
            final EventLoop loop,
            final ConnectionHandler handler) {
        return device.connections().connect(remote, actual.get(queuePair), parameters, loop, handler);
    }

    public AutoCloseable listen(final int port, final EventLoop loop, final ListenHandler handler) {
        return device.connections()
                .listen(
                        port,
                        loop,
                        request -> handler.onRequest(wrap(ConnectionRequest.class, request, (name, arguments) -> {
                            if (name.equals("accept")) {
                                arguments[0] = actual.get(arguments[0]);
                            }
                            return true;
                        })));
    }
}
