// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.client;

import java.util.function.Supplier;
import javax.management.ObjectName;
import org.rpcrdma.verbs.jvm.FigureBean;
import org.rpcrdma.verbs.jvm.NamedBean;

/**
 * Exposes a client through JMX as {@code org.rpcrdma:type=Client,name=NAME} ({@link ClientMXBean}) until this object is
 * closed. Attributes are read on demand. Thread-safe.
 */
public final class VisibleClient implements AutoCloseable {
    private static final String TYPE = "Client";

    private final NamedBean bean;

    private VisibleClient(final NamedBean bean) {
        this.bean = bean;
    }

    /**
     * Registers an MXBean for a client.
     *
     * @param name    the client's name: 1 to 63 letters, digits and {@code . _ / -}, beginning with a letter or a
     *                digit.
     * @param figures the client's figures, from {@link RpcRdmaClient#newFigures()}.
     * @return a handle that unregisters the bean when it is closed.
     * @throws IllegalArgumentException if the name does not have this form, or the figures are null.
     * @throws IllegalStateException    if a bean with this name exists.
     */
    public static VisibleClient open(final String name, final Supplier<ClientFigures> figures) {
        if (figures == null) {
            throw new IllegalArgumentException("figures are required: name=" + name);
        }
        return new VisibleClient(
                NamedBean.register(TYPE, name, FigureBean.of(ClientMXBean.class, ClientFigures.class, figures)));
    }

    /**
     * Returns the object name of a bean.
     *
     * @param name the name passed to {@link #open}, or {@code *} for a pattern that matches all clients.
     * @return the object name.
     * @throws IllegalArgumentException if the name cannot be part of an object name.
     */
    public static ObjectName objectName(final String name) {
        return NamedBean.objectName(TYPE, name);
    }

    /** Unregisters the bean; idempotent. */
    @Override
    public void close() {
        bean.close();
    }
}
