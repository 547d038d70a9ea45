// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs.jvm;

import java.lang.management.ManagementFactory;
import java.util.regex.Pattern;
import javax.management.InstanceAlreadyExistsException;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;

/**
 * Registers an MXBean with the platform's MBean server as {@code org.rpcrdma:type=TYPE,name=NAME}. Closing this object
 * unregisters the bean. Thread-safe.
 */
public final class NamedBean implements AutoCloseable {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._/-]{0,62}");

    private final ObjectName name;

    private NamedBean(final ObjectName name) {
        this.name = name;
    }

    /**
     * Registers a bean.
     *
     * @param type the type in the bean's name.
     * @param name the name: 1 to 63 letters, digits and {@code . _ / -}; the first must be a letter or a digit.
     * @param bean the bean.
     * @return a handle that unregisters the bean when it is closed.
     * @throws IllegalArgumentException if the name is malformed.
     * @throws IllegalStateException    if a bean with this type and name exists.
     */
    public static NamedBean register(final String type, final String name, final Object bean) {
        return register(type, "name", name, bean);
    }

    /**
     * Registers a bean whose name has a different key property: {@code org.rpcrdma:type=TYPE,KEY=NAME}.
     *
     * @param type the type in the bean's name.
     * @param key  the property's key.
     * @param name the name: 1 to 63 letters, digits and {@code . _ / -}; the first must be a letter or a digit.
     * @param bean the bean.
     * @return a handle that unregisters the bean when it is closed.
     * @throws IllegalArgumentException if the name is malformed.
     * @throws IllegalStateException    if a bean with this type and name exists.
     */
    public static NamedBean register(final String type, final String key, final String name, final Object bean) {
        if (name == null || !NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("name must be 1 to 63 letters, digits and . _ / -: " + key + "=" + name);
        }
        final ObjectName objectName = objectName(type, key, name);
        try {
            ManagementFactory.getPlatformMBeanServer().registerMBean(bean, objectName);
        } catch (final InstanceAlreadyExistsException e) {
            throw new IllegalStateException("name is already in use: type=" + type + " " + key + "=" + name, e);
        } catch (final JMException e) {
            throw new IllegalStateException("cannot register: " + objectName + ": " + e.getMessage(), e);
        }
        return new NamedBean(objectName);
    }

    /**
     * Returns the name of a bean.
     *
     * @param type the type in the bean's name.
     * @param name the name, or {@code *} for a pattern that matches all beans of the type.
     * @return the name.
     * @throws IllegalArgumentException if the name is malformed.
     */
    public static ObjectName objectName(final String type, final String name) {
        return objectName(type, "name", name);
    }

    /**
     * Returns the name of a bean whose name has a different key property.
     *
     * @param type the type in the bean's name.
     * @param key  the property's key.
     * @param name the name, or {@code *} for a pattern that matches all beans of the type.
     * @return the name.
     * @throws IllegalArgumentException if the name is malformed.
     */
    public static ObjectName objectName(final String type, final String key, final String name) {
        try {
            return new ObjectName("org.rpcrdma:type=" + type + "," + key + "=" + name);
        } catch (final MalformedObjectNameException e) {
            throw new IllegalArgumentException("invalid name: " + key + "=" + name, e);
        }
    }

    /** Unregisters the bean; idempotent. */
    @Override
    public void close() {
        try {
            ManagementFactory.getPlatformMBeanServer().unregisterMBean(name);
        } catch (final InstanceNotFoundException e) {
            // Already closed.
            return;
        } catch (final JMException e) {
            throw new IllegalStateException("cannot unregister: " + name + ": " + e.getMessage(), e);
        }
    }
}
