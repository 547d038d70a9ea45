// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.jvm;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.rpcrdma.arena.ArenaMetrics;

/** The sums of the figures of arenas that come and go. What only counts up keeps what ended ones have counted. */
final class ArenaSum {
    private final Set<ArenaMetrics> arenas = Collections.newSetFromMap(new IdentityHashMap<>());
    private long shardsGivenBack;
    private long mappingNanos;

    synchronized void add(final ArenaMetrics arena) {
        arenas.add(arena);
    }

    synchronized void remove(final ArenaMetrics arena) {
        if (arenas.remove(arena)) {
            shardsGivenBack += arena.shardsGivenBack();
            mappingNanos += arena.mappingNanos();
        }
    }

    /** Returns the sums, as they are when they are read. Thread-safe. */
    ArenaMetrics metrics() {
        return (ArenaMetrics) Proxy.newProxyInstance(
                ArenaMetrics.class.getClassLoader(),
                new Class<?>[] {ArenaMetrics.class},
                (proxy, figure, arguments) -> figure.getDeclaringClass() == Object.class
                        ? figure.invoke(this, arguments)
                        : as(figure.getReturnType(), sum(figure, arguments)));
    }

    private static Object as(final Class<?> type, final long value) {
        return type == int.class ? (Object) (int) value : (Object) value;
    }

    private synchronized long sum(final Method figure, final Object[] arguments) throws ReflectiveOperationException {
        long sum = switch (figure.getName()) {
            case "shardsGivenBack" -> shardsGivenBack;
            case "mappingNanos" -> mappingNanos;
            default -> 0;
        };
        for (final ArenaMetrics arena : arenas) {
            sum += ((Number) figure.invoke(arena, arguments)).longValue();
        }
        return sum;
    }
}
