// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.jvm;

import java.io.IOException;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import javax.management.JMX;
import javax.management.ObjectName;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.frmr.FrmrAdministration;
import org.rpcrdma.frmr.FrmrPoolStatus;
import org.rpcrdma.frmr.FrmrPoolsMXBean;

/** The FRMR pools behind an MBean server: of another JVM, or of this one. */
public final class PoolsConnection implements AutoCloseable {
    private final JvmConnection jvm;

    public PoolsConnection(final JvmConnection jvm) {
        this.jvm = jvm;
    }

    /** Returns the pools that a filter lets through, device by device. */
    public List<PoolRow> rows(final PoolFilter filter, final boolean withInternal) throws IOException {
        try {
            return rows(beans(filter.device()), filter, withInternal);
        } catch (final UndeclaredThrowableException e) {
            throw lost(e);
        }
    }

    private static List<PoolRow> rows(
            final List<FrmrPoolsMXBean> beans, final PoolFilter filter, final boolean withInternal) {
        final List<PoolRow> rows = new ArrayList<>();
        for (final FrmrPoolsMXBean bean : beans) {
            final int index = bean.getDeviceIndex();
            final String device = bean.getDevice();
            for (final FrmrPoolStatus pool : bean.getPools()) {
                final PoolRow row = new PoolRow(index, device, pool);
                if (filter.test(row) && (withInternal || !row.isInternal())) {
                    rows.add(row);
                }
            }
        }
        return rows;
    }

    /** Changes the pools of one device. Throws for a rejected setting (unusable) and for a failure in the pools. */
    public void apply(final PoolSetting setting) throws IOException {
        try {
            setting.applyTo(beans(setting.device()).get(0));
        } catch (final IllegalArgumentException | UnsupportedOperationException e) {
            throw new InputException(e.getMessage());
        } catch (final UndeclaredThrowableException e) {
            throw lost(e);
        }
    }

    /** Returns the JVM ended, or the device went, in the middle of a call. */
    private static IOException lost(final UndeclaredThrowableException e) {
        return new IOException("lost the pools: " + e.getCause().getMessage(), e);
    }

    private List<FrmrPoolsMXBean> beans(final String device) throws IOException {
        final List<FrmrPoolsMXBean> beans = new ArrayList<>();
        for (final ObjectName name : jvm.server().queryNames(FrmrAdministration.objectName("*"), null)) {
            if (device == null || device.equals(name.getKeyProperty("device"))) {
                beans.add(JMX.newMXBeanProxy(jvm.server(), name, FrmrPoolsMXBean.class));
            }
        }
        if (device != null && beans.isEmpty()) {
            throw new InputException("Wrong device name - " + device);
        }
        beans.sort(Comparator.comparingInt(FrmrPoolsMXBean::getDeviceIndex));
        return beans;
    }

    @Override
    public void close() throws IOException {
        jvm.close();
    }
}
