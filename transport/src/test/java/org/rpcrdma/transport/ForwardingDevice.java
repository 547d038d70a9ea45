// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import org.rpcrdma.verbs.ConnectionManager;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.DmaMapper;

/**
 * Creates devices that forward all calls to another device. A call to the device, its connection manager or its DMA
 * mapper is not forwarded if a subclass has a public method with the same name and parameters.
 */
public class ForwardingDevice {
    /** The device to which calls are forwarded. */
    protected Device device;

    public final Device over(final Device actual) {
        device = actual;
        return forward(Device.class, actual);
    }

    private <T> T forward(final Class<T> type, final T target) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    try {
                        return call(target, method, arguments);
                    } catch (final InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    private Object call(final Object target, final Method method, final Object[] arguments)
            throws ReflectiveOperationException {
        for (final Method own : getClass().getMethods()) {
            if (own.getDeclaringClass() != Object.class && isOf(own, method)) {
                own.setAccessible(true);
                return own.invoke(this, arguments);
            }
        }
        final Object result = method.invoke(target, arguments);
        if (result instanceof ConnectionManager connections) {
            return forward(ConnectionManager.class, connections);
        }
        return result instanceof DmaMapper dma ? forward(DmaMapper.class, dma) : result;
    }

    private static boolean isOf(final Method own, final Method method) {
        return own.getName().equals(method.getName())
                && Arrays.equals(own.getParameterTypes(), method.getParameterTypes());
    }
}
