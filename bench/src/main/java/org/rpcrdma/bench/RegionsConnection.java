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
package org.rpcrdma.bench;

import java.io.IOException;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import javax.management.JMX;
import javax.management.ObjectName;
import org.rpcrdma.nic.MemoryRegionStatistics;
import org.rpcrdma.nic.MemoryRegionStatus;
import org.rpcrdma.nic.MemoryRegionsMXBean;

/** The memory regions behind an MBean server: of another JVM, or of this one. */
final class RegionsConnection implements AutoCloseable {
    private final JvmConnection jvm;

    RegionsConnection(final JvmConnection jvm) {
        this.jvm = jvm;
    }

    /** The regions that a filter lets through, device by device. */
    List<RegionRow> rows(final ObjectFilter<MemoryRegionStatus> filter) throws IOException {
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
