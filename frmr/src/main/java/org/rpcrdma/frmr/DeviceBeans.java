// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.frmr;

import java.lang.management.ManagementFactory;
import java.util.Collection;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.rpcrdma.verbs.jvm.NamedBean;

/**
 * Registers MXBeans of one type, one bean per device, with the platform MBean server. A system property lists the
 * devices, so that other processes can find them without starting a management agent in this JVM. Even if several class
 * loaders load this class, they share the server and the property, so names and indexes are unique across all class
 * loaders. Thread-safe.
 */
public final class DeviceBeans {
    private static final String DEVICE_KEY = "device";
    private static final String INDEX = "DeviceIndex";

    private final String type;

    private final String property;

    /**
     * Creates a registry for one type of beans. Create one registry per type and JVM.
     *
     * @param type     the type in the beans' names.
     * @param property the system property that lists the device names, separated by commas; absent if there are no
     *                 devices.
     */
    public DeviceBeans(final String type, final String property) {
        this.type = type;
        this.property = property;
    }

    /**
     * Registers a device's bean under the lowest free index.
     *
     * @param device the device's name: 1 to 63 letters, digits and {@code . _ / -}; the first must be a letter or a
     *               digit.
     * @param bean   a function that creates the bean for an index.
     * @return a handle that unregisters the bean when it is closed.
     * @throws NullPointerException     if the name is null.
     * @throws IllegalArgumentException if the name is malformed.
     * @throws IllegalStateException    if a bean with this name is already registered.
     */
    public Registration open(final String device, final IntFunction<?> bean) {
        Objects.requireNonNull(device, "device is required");
        synchronized (server()) {
            final NamedBean visible = NamedBean.register(type, DEVICE_KEY, device, bean.apply(firstFreeIndex()));
            announce();
            return new Registration(visible);
        }
    }

    /**
     * Returns the name of a device's bean.
     *
     * @param device the device's name, or {@code *} for a pattern that matches all devices.
     * @return the name.
     * @throws IllegalArgumentException if the name is malformed.
     */
    public ObjectName objectName(final String device) {
        return NamedBean.objectName(type, DEVICE_KEY, device);
    }

    /**
     * Returns the MBean server, which is the only object that all class loaders share. Its lock guards the property and
     * the indexes.
     */
    private static MBeanServer server() {
        return ManagementFactory.getPlatformMBeanServer();
    }

    private int firstFreeIndex() {
        final Set<Integer> taken = devices().keySet();
        return IntStream.rangeClosed(0, taken.size())
                .filter(index -> !taken.contains(index))
                .min()
                .orElseThrow();
    }

    private void announce() {
        final Collection<String> devices = devices().values();
        if (devices.isEmpty()) {
            System.clearProperty(property);
        } else {
            System.setProperty(property, String.join(",", devices));
        }
    }

    /**
     * Returns the devices by index. They are read from the server, because it also contains the devices of other class
     * loaders.
     */
    private SortedMap<Integer, String> devices() {
        final MBeanServer server = server();
        final SortedMap<Integer, String> devices = new TreeMap<>();
        for (final ObjectName name : server.queryNames(objectName("*"), null)) {
            try {
                devices.put((Integer) server.getAttribute(name, INDEX), name.getKeyProperty(DEVICE_KEY));
            } catch (final JMException e) {
                throw new IllegalStateException("cannot read the index: " + name + ": " + e.getMessage(), e);
            }
        }
        return devices;
    }

    /** A device's registered bean. */
    public final class Registration implements AutoCloseable {
        private final NamedBean visible;
        private boolean closed;

        private Registration(final NamedBean visible) {
            this.visible = visible;
        }

        /** Unregisters the bean. */
        @Override
        public void close() {
            synchronized (server()) {
                if (closed) {
                    throw new IllegalStateException("already closed: type=" + type);
                }
                closed = true;
                visible.close();
                announce();
            }
        }
    }
}
