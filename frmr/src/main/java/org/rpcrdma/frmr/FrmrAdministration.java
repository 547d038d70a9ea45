// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.frmr;

import java.util.Objects;
import java.util.concurrent.Executor;
import javax.management.ObjectName;
import org.rpcrdma.verbs.EventLoop;

/**
 * Makes a device's pools visible to {@code rpcrdma frmr show}, {@code frmr set} and other JMX clients until it is
 * closed:
 *
 * <pre>{@code
 * final FrmrPools pools = new FrmrPools(driver, clock);
 * try (FrmrAdministration visible = FrmrAdministration.open("mlx5_0", pools)) {
 *     ... // use the pools
 * }
 * }</pre>
 *
 * <p>It registers a {@link FrmrPoolsMXBean} with the platform MBean server and lists the device in the system property
 * {@value #DEVICES_PROPERTY}. With this property, other processes can find pools without starting a management agent in
 * this JVM. Other processes cannot find a JVM that runs with {@code -XX:-UsePerfData} or {@code
 * -XX:+DisableAttachMechanism}.
 *
 * <p>Unless an event loop is specified, changes run on JMX threads, and the driver creates handles on these threads.
 * Thread-safe.
 */
public final class FrmrAdministration implements AutoCloseable {
    /**
     * The system property that lists the devices of this JVM whose pools are visible, separated by commas. Absent if no
     * pools are visible.
     */
    public static final String DEVICES_PROPERTY = "org.rpcrdma.frmr.devices";

    private static final DeviceBeans BEANS = new DeviceBeans("FrmrPools", DEVICES_PROPERTY);

    private final DeviceBeans.Registration registration;

    private FrmrAdministration(final DeviceBeans.Registration registration) {
        this.registration = registration;
    }

    /**
     * Makes pools visible under the lowest free device index.
     *
     * @param device the device's name: 1 to 63 letters, digits and {@code . _ / -}; the first must be a letter or a
     *               digit.
     * @param pools  the device's pools; the caller keeps ownership.
     * @return a registration; closing it unregisters the pools.
     * @throws NullPointerException     if the name or the pools are null.
     * @throws IllegalArgumentException if the name is malformed.
     * @throws IllegalStateException    if pools with this name are already visible, even if another class loader
     *                                  registered them.
     */
    public static FrmrAdministration open(final String device, final FrmrPools pools) {
        return open(device, pools, Runnable::run);
    }

    /**
     * Makes pools visible whose driver may be called only on an event loop's thread, such as the driver of a software
     * device. If a request pins handles, the loop's thread creates them, and the requesting thread waits up to 10
     * seconds.
     *
     * @param device the device's name: 1 to 63 letters, digits and {@code . _ / -}; the first must be a letter or a
     *               digit.
     * @param pools  the device's pools; the caller keeps ownership.
     * @param loop   the event loop; call this method on its thread.
     * @return a registration; closing it unregisters the pools.
     * @throws NullPointerException     if the name or the pools are null.
     * @throws IllegalArgumentException if the name is malformed.
     * @throws IllegalStateException    if pools with this name are already visible, even if another class loader
     *                                  registered them.
     */
    public static FrmrAdministration open(final String device, final FrmrPools pools, final EventLoop loop) {
        return open(device, pools, new LoopChanges(loop));
    }

    private static FrmrAdministration open(final String device, final FrmrPools pools, final Executor changes) {
        Objects.requireNonNull(pools, "pools are required");
        return new FrmrAdministration(
                BEANS.open(device, index -> new AdministeredPools(device, index, pools, changes)));
    }

    /**
     * Returns the name of a device's {@link FrmrPoolsMXBean}.
     *
     * @param device the device's name, or {@code *} for a pattern that matches all devices.
     * @return the name.
     * @throws IllegalArgumentException if the name is malformed.
     */
    public static ObjectName objectName(final String device) {
        return BEANS.objectName(device);
    }

    /** Unregisters the pools, but leaves them open. */
    @Override
    public void close() {
        registration.close();
    }
}
