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
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;

/**
 * Makes the pools of a device visible to {@code rpcrdma frmr show} and {@code frmr set}, and to every other JMX
 * client, for as long as it is open:
 *
 * <pre>{@code
 * final FrmrPools pools = new FrmrPools(driver, clock);
 * try (FrmrAdministration visible = FrmrAdministration.open("mlx5_0", pools)) {
 *     ... // the program at work
 * }
 * }</pre>
 *
 * <p>It registers a {@link FrmrPoolsMXBean} with the platform MBean server, and names the device in the system
 * property {@value #DEVICES_PROPERTY}, so that a JVM can be asked for pools without starting a management agent in
 * it. JVMs that run with {@code -XX:-UsePerfData} or {@code -XX:+DisableAttachMechanism} are not found.
 *
 * <p>Changes come on threads of JMX: the pools' clock has to be usable from any thread. Thread-safe.
 */
public final class FrmrAdministration implements AutoCloseable {
    /** The system property that names, by commas, the devices of a JVM whose pools are visible; absent without any. */
    public static final String DEVICES_PROPERTY = "org.rpcrdma.frmr.devices";

    private static final String NAME_PREFIX = "org.rpcrdma:type=FrmrPools,device=";
    private static final Pattern DEVICE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._/-]{0,62}");

    /** The devices that are open, by index. */
    private static final SortedMap<Integer, String> OPEN = new TreeMap<>();

    private final String device;
    private final int index;
    private boolean closed;

    private FrmrAdministration(final String device, final int index) {
        this.device = device;
        this.index = index;
    }

    /**
     * Makes pools visible. The device gets the smallest index that is free.
     *
     * @param device its name: 1 to 63 letters, digits and {@code . _ / -}, the first a letter or a digit.
     * @param pools  its pools; they stay the caller's.
     * @return what takes them away again when it is closed.
     * @throws IllegalArgumentException where the name has another form.
     * @throws IllegalStateException    where pools are visible under this name already.
     */
    public static FrmrAdministration open(final String device, final FrmrPools pools) {
        if (!DEVICE.matcher(device).matches()) {
            throw new IllegalArgumentException(
                    "device name must be 1 to 63 letters, digits and . _ / -: device=" + device);
        }
        synchronized (OPEN) {
            if (OPEN.containsValue(device)) {
                throw new IllegalStateException("pools of the device are visible already: device=" + device);
            }
            final int index = firstFreeIndex();
            try {
                ManagementFactory.getPlatformMBeanServer()
                        .registerMBean(new AdministeredPools(device, index, pools), objectName(device));
            } catch (final JMException e) {
                throw new IllegalStateException("cannot register: device=" + device + ": " + e.getMessage(), e);
            }
            OPEN.put(index, device);
            announce();
            return new FrmrAdministration(device, index);
        }
    }

    /**
     * The name of a device's {@link FrmrPoolsMXBean}.
     *
     * @param device the device's name, or {@code *} for a pattern that all devices match.
     * @return the name.
     * @throws IllegalArgumentException where it cannot be part of one.
     */
    public static ObjectName objectName(final String device) {
        try {
            return new ObjectName(NAME_PREFIX + device);
        } catch (final MalformedObjectNameException e) {
            throw new IllegalArgumentException("not a device name: device=" + device, e);
        }
    }

    /** Takes the pools away again; they go on. */
    @Override
    public void close() {
        synchronized (OPEN) {
            if (closed) {
                throw new IllegalStateException("is closed already: device=" + device);
            }
            closed = true;
            OPEN.remove(index);
            announce();
            try {
                ManagementFactory.getPlatformMBeanServer().unregisterMBean(objectName(device));
            } catch (final JMException e) {
                throw new IllegalStateException("cannot unregister: device=" + device + ": " + e.getMessage(), e);
            }
        }
    }

    private static int firstFreeIndex() {
        int index = 0;
        while (OPEN.containsKey(index)) {
            index++;
        }
        return index;
    }

    private static void announce() {
        if (OPEN.isEmpty()) {
            System.clearProperty(DEVICES_PROPERTY);
        } else {
            System.setProperty(DEVICES_PROPERTY, String.join(",", OPEN.values()));
        }
    }
}
