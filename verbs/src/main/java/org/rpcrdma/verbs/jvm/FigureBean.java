// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs.jvm;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import javax.management.Attribute;
import javax.management.InstanceNotFoundException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.ReflectionException;

/**
 * Creates and reads MXBeans whose attributes are the components of a record. For example, the attribute {@code Name} is
 * the component {@code name}. Thread-safe.
 */
public final class FigureBean {
    private FigureBean() {}

    /**
     * Creates a bean.
     *
     * @param <R>     the record type.
     * @param type    the bean's interface, with exactly one getter per component.
     * @param record  the class of the record.
     * @param figures the source of the figures, which is called for each attribute on the thread of the JMX request.
     * @return the bean.
     */
    public static <R extends Record> Object of(
            final Class<?> type, final Class<R> record, final Supplier<? extends R> figures) {
        final Map<String, Method> accessors = new HashMap<>();
        for (final RecordComponent component : record.getRecordComponents()) {
            accessors.put("get" + attribute(component), component.getAccessor());
        }
        return Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (bean, method, arguments) -> switch (method.getName()) {
                    case "hashCode" -> System.identityHashCode(bean);
                    case "equals" -> bean == arguments[0];
                    case "toString" -> type.getSimpleName();
                    default ->
                        shown(
                                accessors.get(method.getName()).invoke(figures.get()),
                                method.getReturnType() == Map.class);
                });
    }

    /**
     * Reads all attributes of a bean in one request.
     *
     * @param <R>    the record type.
     * @param record the class of the record, whose components all have type long.
     * @param server the connection to the bean's server.
     * @param bean   the bean's name.
     * @return the record.
     * @throws IOException               if the connection is lost, or the bean has other attributes.
     * @throws InstanceNotFoundException if the bean does not exist.
     */
    public static <R extends Record> R read(
            final Class<R> record, final MBeanServerConnection server, final ObjectName bean)
            throws IOException, InstanceNotFoundException {
        final String[] names = Arrays.stream(record.getRecordComponents())
                .map(FigureBean::attribute)
                .toArray(String[]::new);
        try {
            final Object[] values = server.getAttributes(bean, names).asList().stream()
                    .map(Attribute::getValue)
                    .toArray();
            final Class<?>[] types = new Class<?>[names.length];
            Arrays.fill(types, long.class);
            return record.getDeclaredConstructor(types).newInstance(values);
        } catch (final ReflectionException | ReflectiveOperationException | IllegalArgumentException e) {
            throw new IOException("cannot read a bean: " + bean + ": " + e.getMessage(), e);
        }
    }

    private static String attribute(final RecordComponent component) {
        final String name = component.getName();
        return Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }

    /** Returns a value in the form in which JMX shows it. Maps, and records of numbers, have lower-case keys. */
    private static Object shown(final Object value, final boolean asMap) throws ReflectiveOperationException {
        if (!asMap) {
            return value;
        }
        final Map<String, Long> words = new TreeMap<>();
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, number) -> words.put(key.toString().toLowerCase(Locale.ROOT), (Long) number));
        } else if (value != null) {
            for (final RecordComponent component : value.getClass().getRecordComponents()) {
                if (component.getType() == long.class) {
                    words.put(component.getName().replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT), (Long)
                            component.getAccessor().invoke(value));
                }
            }
        }
        return words;
    }
}
