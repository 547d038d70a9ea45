// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import javax.management.ObjectName;
import org.rpcrdma.verbs.jvm.NamedBean;

/**
 * An arena that JMX clients see, as long as this is open, as {@code org.rpcrdma:type=Arena,name=NAME}: an {@link
 * ArenaMXBean}. Each attribute is read when it is asked for, on the client's thread. Thread-safe.
 */
public final class VisibleArena implements AutoCloseable {
    private static final String TYPE = "Arena";
    private static final int GET = 3;

    private final NamedBean bean;

    private VisibleArena(final NamedBean bean) {
        this.bean = bean;
    }

    /**
     * Makes an arena visible.
     *
     * @param name    its name: 1 to 63 letters, digits and {@code . _ / -}, the first a letter or a digit.
     * @param figures the arena's; they may outlive it.
     * @return takes it away again when it is closed.
     * @throws IllegalArgumentException if the name has another form, or there are no figures.
     * @throws IllegalStateException    if there is another of this name.
     */
    public static VisibleArena open(final String name, final ArenaMetrics figures) {
        if (figures == null) {
            throw new IllegalArgumentException("figures are required: name=" + name);
        }
        return new VisibleArena(NamedBean.register(TYPE, name, bean(figures)));
    }

    /**
     * Returns the name of a bean.
     *
     * @param name the name that it was opened with, or {@code *} for a pattern that all match.
     * @return the name.
     * @throws IllegalArgumentException if it cannot be part of one.
     */
    public static ObjectName objectName(final String name) {
        return NamedBean.objectName(TYPE, name);
    }

    /** Takes it away; does nothing a second time. */
    @Override
    public void close() {
        bean.close();
    }

    /** Returns a bean of the figures. */
    private static ArenaMXBean bean(final ArenaMetrics figures) {
        return (ArenaMXBean) Proxy.newProxyInstance(
                ArenaMXBean.class.getClassLoader(),
                new Class<?>[] {ArenaMXBean.class},
                (bean, asked, arguments) -> answer(figures, asked, arguments));
    }

    private static Object answer(final ArenaMetrics figures, final Method asked, final Object[] arguments)
            throws ReflectiveOperationException {
        if (asked.getDeclaringClass() == Object.class) {
            return asked.invoke(figures, arguments);
        }
        final String figure = switch (asked.getName()) {
            case "getBuffersHighWater" -> "highWater";
            case "getMappedBytes" -> "bytesMapped";
            case "getWastedBytes" -> "bytesWasted";
            case "getAllocatedBytes" -> "bytesAllocated";
            default ->
                Character.toLowerCase(asked.getName().charAt(GET))
                        + asked.getName().substring(GET + 1);
        };
        return ArenaMetrics.class.getMethod(figure).invoke(figures);
    }
}
