// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.frmr;

import java.util.Objects;
import java.util.concurrent.Executor;
import javax.management.ObjectName;
import org.rpcrdma.verbs.EventLoop;

/**
 * Makes the pools of a device visible to {@code rpcrdma frmr show}, {@code frmr set} and other JMX clients while it is
 * open:
 *
 * <pre>{@code
 * final FrmrPools pools = new FrmrPools(driver, clock);
 * try (FrmrAdministration visible = FrmrAdministration.open("mlx5_0", pools)) {
 *     ... // the program at work
 * }
 * }</pre>
 *
 * <p>It registers a {@link FrmrPoolsMXBean} with the platform MBean server and lists the device in the system property
 * {@value #DEVICES_PROPERTY}, so that other processes can find pools without starting a management agent in this JVM.
 * JVMs that run with {@code -XX:-UsePerfData} or {@code -XX:+DisableAttachMechanism} are not found.
 *
 * <p>Changes come on threads of JMX; the driver makes handles there, unless an event loop is given. Thread-safe.
 */
public final class FrmrAdministration implements AutoCloseable {
    /**
     * The system property with the comma-separated names of this JVM's devices with visible pools; absent if there are
     * none.
     */
    public static final String DEVICES_PROPERTY = "org.rpcrdma.frmr.devices";

    private static final DeviceBeans BEANS = new DeviceBeans("FrmrPools", DEVICES_PROPERTY);

    private final DeviceBeans.Registration registration;

    private FrmrAdministration(final DeviceBeans.Registration registration) {
        this.registration = registration;
    }

    /**
     * Makes pools visible. The device gets the smallest index that is free.
     *
     * @param device its name: 1 to 63 letters, digits and {@code . _ / -}, the first a letter or a digit.
     * @param pools  its pools; the caller keeps ownership.
     * @return a handle whose close unregisters them.
     * @throws NullPointerException     if the name or the pools are null.
     * @throws IllegalArgumentException if the name has another form.
     * @throws IllegalStateException if pools are visible under this name already, those of other class loaders
     *     included.
     */
    public static FrmrAdministration open(final String device, final FrmrPools pools) {
        return open(device, pools, Runnable::run);
    }

    /**
     * Makes pools visible whose driver may be called only on the thread of an event loop, like that of a software
     * device. For pinning, the loop creates the handles, and the requesting thread waits up to 10 seconds.
     *
     * @param device its name, as above.
     * @param pools  its pools; the caller keeps ownership.
     * @param loop   the loop; this is called on its thread.
     * @return a handle whose close unregisters them.
     * @throws NullPointerException     if the name or the pools are null.
     * @throws IllegalArgumentException if the name has another form.
     * @throws IllegalStateException if pools are visible under this name already, those of other class loaders
     *     included.
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
     * @param device the device's name, or {@code *} for a pattern that all devices match.
     * @return the name.
     * @throws IllegalArgumentException if it cannot be part of one.
     */
    public static ObjectName objectName(final String device) {
        return BEANS.objectName(device);
    }

    /** Unregisters the pools, which stay open. */
    @Override
    public void close() {
        registration.close();
    }
}
