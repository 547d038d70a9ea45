// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.connection;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.rpcrdma.transport.DurationFigures;

/** Makes MXBeans out of records of figures: {@code getName()} reads the component {@code name}. */
public final class FigureBean {
    private static final int GET = "get".length();

    private FigureBean() {}

    /**
     * Makes a bean.
     *
     * @param type the bean's interface, with getters only.
     */
    public static <T> T of(final Class<T> type, final Supplier<? extends Record> figures) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (bean, method, arguments) -> switch (method.getName()) {
                    case "hashCode" -> System.identityHashCode(bean);
                    case "equals" -> bean == arguments[0];
                    case "toString" -> type.getSimpleName();
                    default -> value(figures.get(), method);
                }));
    }

    private static Object value(final Record figures, final Method getter) throws ReflectiveOperationException {
        final String name = getter.getName();
        final Object value = figures.getClass()
                .getMethod(Character.toLowerCase(name.charAt(GET)) + name.substring(GET + 1))
                .invoke(figures);
        if (getter.getReturnType() != Map.class) {
            return value;
        }
        if (value instanceof DurationFigures durations) {
            return durations.byName();
        }
        final Map<String, Long> byName = new TreeMap<>();
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, count) -> byName.put(key.toString().toLowerCase(Locale.ROOT), (Long) count));
        }
        return byName;
    }
}
