// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.EnumMap;
import java.util.Map;
import org.rpcrdma.arena.counters.ArenaFigure;

/** Metrics of no arena: every figure has the same value, and two of the same value are equal. */
public final class Figures {
    private long value;
    private final ArenaMetrics metrics = (ArenaMetrics) Proxy.newProxyInstance(
            Figures.class.getClassLoader(),
            new Class<?>[] {ArenaMetrics.class},
            (proxy, method, arguments) -> answer(method, arguments));

    public Figures(final long value) {
        this.value = value;
    }

    public static ArenaMetrics of(final long value) {
        return new Figures(value).metrics;
    }

    public ArenaMetrics metrics() {
        return metrics;
    }

    public void become(final long newValue) {
        value = newValue;
    }

    /** All figures of a value, as they are read. */
    public static Map<ArenaFigure, Long> all(final long value) {
        final Map<ArenaFigure, Long> figures = new EnumMap<>(ArenaFigure.class);
        for (final ArenaFigure figure : ArenaFigure.values()) {
            figures.put(figure, value);
        }
        return figures;
    }

    private Object answer(final Method method, final Object[] arguments) {
        if (method.getName().equals("equals")) {
            return Proxy.isProxyClass(arguments[0].getClass()) && ((ArenaMetrics) arguments[0]).buffers() == value;
        }
        if (method.getReturnType() == int.class) {
            return (int) value;
        }
        return method.getReturnType() == long.class ? (Object) value : "figures of " + value;
    }
}
