/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.frmr;

import java.lang.management.ManagementFactory;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;

/**
 * MXBeans of one type, each of a device: registered with the platform MBean server, and named in a system property, so
 * that a JVM can be asked for devices without starting a management agent in it. Thread-safe.
 */
public final class DeviceBeans {
    private static final Pattern DEVICE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._/-]{0,62}");

    private final String namePrefix;
    private final String property;
    /** The devices that are open, by index. */
    private final SortedMap<Integer, String> open = new TreeMap<>();

    /**
     * Makes a type of beans; one object for it in a JVM.
     *
     * @param type     as it stands in the beans' names.
     * @param property the system property that names the devices, by commas; absent without any.
     */
    public DeviceBeans(final String type, final String property) {
        namePrefix = "org.rpcrdma:type=" + type + ",device=";
        this.property = property;
    }

    /**
     * Registers a device's bean. The device gets the smallest index that is free.
     *
     * @param device its name: 1 to 63 letters, digits and {@code . _ / -}, the first a letter or a digit.
     * @param bean   makes the bean, told the index.
     * @return what takes it away again when it is closed.
     * @throws IllegalArgumentException where the name has another form.
     * @throws IllegalStateException    where a bean is registered under this name already.
     */
    public synchronized Registration open(final String device, final IntFunction<?> bean) {
        if (!DEVICE.matcher(device).matches()) {
            throw new IllegalArgumentException(
                    "device name must be 1 to 63 letters, digits and . _ / -: device=" + device);
        }
        if (open.containsValue(device)) {
            throw new IllegalStateException("device is visible already: device=" + device);
        }
        final int index = firstFreeIndex();
        try {
            ManagementFactory.getPlatformMBeanServer().registerMBean(bean.apply(index), objectName(device));
        } catch (final JMException e) {
            throw new IllegalStateException("cannot register: device=" + device + ": " + e.getMessage(), e);
        }
        open.put(index, device);
        announce();
        return new Registration(device, index);
    }

    /**
     * The name of a device's bean.
     *
     * @param device the device's name, or {@code *} for a pattern that all devices match.
     * @return the name.
     * @throws IllegalArgumentException where it cannot be part of one.
     */
    public ObjectName objectName(final String device) {
        try {
            return new ObjectName(namePrefix + device);
        } catch (final MalformedObjectNameException e) {
            throw new IllegalArgumentException("not a device name: device=" + device, e);
        }
    }

    private synchronized void close(final Registration registration) {
        if (registration.closed) {
            throw new IllegalStateException("is closed already: device=" + registration.device);
        }
        registration.closed = true;
        open.remove(registration.index);
        announce();
        try {
            ManagementFactory.getPlatformMBeanServer().unregisterMBean(objectName(registration.device));
        } catch (final JMException e) {
            throw new IllegalStateException(
                    "cannot unregister: device=" + registration.device + ": " + e.getMessage(), e);
        }
    }

    private int firstFreeIndex() {
        int index = 0;
        while (open.containsKey(index)) {
            index++;
        }
        return index;
    }

    private void announce() {
        if (open.isEmpty()) {
            System.clearProperty(property);
        } else {
            System.setProperty(property, String.join(",", open.values()));
        }
    }

    /** A device's bean, as long as it is registered. */
    public final class Registration implements AutoCloseable {
        private final String device;
        private final int index;
        private boolean closed;

        private Registration(final String device, final int index) {
            this.device = device;
            this.index = index;
        }

        /** Takes the bean away. */
        @Override
        public void close() {
            DeviceBeans.this.close(this);
        }
    }
}
