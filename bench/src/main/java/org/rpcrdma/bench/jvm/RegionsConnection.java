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
import org.rpcrdma.nic.MemoryRegionStatistics;
import org.rpcrdma.nic.MemoryRegionStatus;
import org.rpcrdma.nic.MemoryRegionsMXBean;

/** The memory regions behind an MBean server: of another JVM, or of this one. */
public final class RegionsConnection implements AutoCloseable {
    private final JvmConnection jvm;

    public RegionsConnection(final JvmConnection jvm) {
        this.jvm = jvm;
    }

    /** Returns the regions that a filter lets through, device by device. */
    public List<RegionRow> rows(final ObjectFilter<MemoryRegionStatus> filter) throws IOException {
        try {
            final List<RegionRow> rows = new ArrayList<>();
            for (final MemoryRegionsMXBean bean : beans(filter.device())) {
                final String device = bean.getDevice();
                final int index = bean.getDeviceIndex();
                bean.getRegions().stream()
                        .filter(region -> filter.test(device, region))
                        .forEach(region -> rows.add(new RegionRow(index, device, region)));
            }
            return rows;
        } catch (final UndeclaredThrowableException e) {
            throw new IOException("lost the regions: " + e.getCause().getMessage(), e);
        }
    }

    private List<MemoryRegionsMXBean> beans(final String device) throws IOException {
        final List<MemoryRegionsMXBean> beans = new ArrayList<>();
        for (final ObjectName name : jvm.server().queryNames(MemoryRegionStatistics.objectName("*"), null)) {
            if (device == null || device.equals(name.getKeyProperty("device"))) {
                beans.add(JMX.newMXBeanProxy(jvm.server(), name, MemoryRegionsMXBean.class));
            }
        }
        if (device != null && beans.isEmpty()) {
            throw new InputException("Wrong device name - " + device);
        }
        beans.sort(Comparator.comparingInt(MemoryRegionsMXBean::getDeviceIndex));
        return beans;
    }

    @Override
    public void close() throws IOException {
        jvm.close();
    }
}
