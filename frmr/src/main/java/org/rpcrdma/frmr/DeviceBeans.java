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
import java.util.regex.Pattern;
import javax.management.InstanceAlreadyExistsException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;

/**
 * MXBeans of one type, each of a device: registered with the platform MBean server, and named in a system property, so
 * that a JVM can be asked for devices without starting a management agent in it. Class loaders that have this class
 * each share both: all their devices are named, and no two have the same name or index. Thread-safe.
 */
public final class DeviceBeans {
    private static final String DEVICE_KEY = "device";
    private static final String INDEX = "DeviceIndex";
    private static final Pattern DEVICE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._/-]{0,62}");

    private final String namePrefix;

    /**
     * The property's name, the one object that all class loaders have: its lock guards the property and the indexes.
     */
    private final String property;

    /**
     * Makes a type of beans; one object for it in a JVM.
     *
     * @param type     as it stands in the beans' names.
     * @param property the system property that names the devices, by commas; absent without any.
     */
    public DeviceBeans(final String type, final String property) {
        namePrefix = "org.rpcrdma:type=" + type + "," + DEVICE_KEY + "=";
        this.property = property.intern();
    }

    /**
     * Registers a device's bean. The device gets the smallest index that is free.
     *
     * @param device its name: 1 to 63 letters, digits and {@code . _ / -}, the first a letter or a digit.
     * @param bean   makes the bean, told the index.
     * @return what takes it away again when it is closed.
     * @throws NullPointerException     if there is no name.
     * @throws IllegalArgumentException if the name has another form.
     * @throws IllegalStateException    if a bean is registered under this name already.
     */
    public Registration open(final String device, final IntFunction<?> bean) {
        Objects.requireNonNull(device, "device is required");
        if (!DEVICE.matcher(device).matches()) {
            throw new IllegalArgumentException(
                    "device name must be 1 to 63 letters, digits and . _ / -: device=" + device);
        }
        synchronized (property) {
            final Registration registration = new Registration(device);
            try {
                server().registerMBean(bean.apply(firstFreeIndex()), objectName(device));
                announce();
            } catch (final InstanceAlreadyExistsException e) {
                throw new IllegalStateException("device is visible already: device=" + device, e);
            } catch (final JMException e) {
                throw new IllegalStateException("cannot register: device=" + device + ": " + e.getMessage(), e);
            }
            return registration;
        }
    }

    /**
     * Returns the name of a device's bean.
     *
     * @param device the device's name, or {@code *} for a pattern that all devices match.
     * @return the name.
     * @throws IllegalArgumentException if it cannot be part of one.
     */
    public ObjectName objectName(final String device) {
        try {
            return new ObjectName(namePrefix + device);
        } catch (final MalformedObjectNameException e) {
            throw new IllegalArgumentException("not a device name: device=" + device, e);
        }
    }

    private void close(final Registration registration) {
        synchronized (property) {
            if (registration.closed) {
                throw new IllegalStateException("is closed already: device=" + registration.device);
            }
            registration.closed = true;
            try {
                server().unregisterMBean(objectName(registration.device));
                announce();
            } catch (final JMException e) {
                throw new IllegalStateException(
                        "cannot unregister: device=" + registration.device + ": " + e.getMessage(), e);
            }
        }
    }

    private static MBeanServer server() {
        return ManagementFactory.getPlatformMBeanServer();
    }

    private int firstFreeIndex() throws JMException {
        final Set<Integer> taken = devices().keySet();
        int index = 0;
        while (taken.contains(index)) {
            index++;
        }
        return index;
    }

    private void announce() throws JMException {
        final Collection<String> devices = devices().values();
        if (devices.isEmpty()) {
            System.clearProperty(property);
        } else {
            System.setProperty(property, String.join(",", devices));
        }
    }

    /** Returns the devices by index. The server is asked, for it alone knows those of other class loaders. */
    private SortedMap<Integer, String> devices() throws JMException {
        final SortedMap<Integer, String> devices = new TreeMap<>();
        for (final ObjectName name : server().queryNames(objectName("*"), null)) {
            devices.put((Integer) server().getAttribute(name, INDEX), name.getKeyProperty(DEVICE_KEY));
        }
        return devices;
    }

    /** A device's bean, as long as it is registered. */
    public final class Registration implements AutoCloseable {
        private final String device;
        private boolean closed;

        private Registration(final String device) {
            this.device = device;
        }

        /** Takes the bean away. */
        @Override
        public void close() {
            DeviceBeans.this.close(this);
        }
    }
}
