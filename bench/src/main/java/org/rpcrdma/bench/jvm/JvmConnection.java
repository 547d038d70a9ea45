// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.jvm;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.UndeclaredThrowableException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import javax.management.InstanceNotFoundException;
import javax.management.JMX;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.rpcrdma.arena.ArenaFigures;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.frmr.FrmrAdministration;
import org.rpcrdma.frmr.FrmrPoolStatus;
import org.rpcrdma.frmr.FrmrPoolsMXBean;
import org.rpcrdma.rnic.MemoryRegionStatistics;
import org.rpcrdma.rnic.MemoryRegionStatus;
import org.rpcrdma.rnic.MemoryRegionsMXBean;
import org.rpcrdma.verbs.jvm.FigureBean;

/**
 * Reads a JVM's arenas, FRMR pools and memory regions through its MBean server, and changes the settings of its pools.
 */
public final class JvmConnection implements AutoCloseable {
    private final JMXConnector connector;
    private final MBeanServerConnection server;

    /** Uses an existing connection to an MBean server. */
    public JvmConnection(final MBeanServerConnection server) {
        connector = null;
        this.server = server;
    }

    private JvmConnection(final JMXConnector connector) throws IOException {
        this.connector = connector;
        server = connector.getMBeanServerConnection();
    }

    /** Returns a connection to the current JVM. */
    public static JvmConnection own() {
        return new JvmConnection(ManagementFactory.getPlatformMBeanServer());
    }

    /** Connects to the JMX address of another JVM. */
    static JvmConnection to(final String address) throws IOException {
        return new JvmConnection(JMXConnectorFactory.connect(new JMXServiceURL(address)));
    }

    /**
     * Returns the JSON members of the pools that match a filter, in device order.
     *
     * @param details  true to include the fields of the keys.
     * @param internal true to include the driver's internal pools.
     */
    public List<Map<String, Object>> pools(
            final ObjectFilter<FrmrPoolStatus> filter, final boolean details, final boolean internal)
            throws IOException {
        try {
            final List<Map<String, Object>> rows = new ArrayList<>();
            for (final FrmrPoolsMXBean bean : poolBeans(filter.device())) {
                final int index = bean.getDeviceIndex();
                final String device = bean.getDevice();
                bean.getPools().stream()
                        .filter(pool -> filter.test(device, pool))
                        .filter(pool -> internal || pool.getKernelVendorKey() == 0)
                        .forEach(pool -> rows.add(ObjectRows.of(index, device, pool, details)));
            }
            return rows;
        } catch (final UndeclaredThrowableException e) {
            throw lost("pools", e);
        }
    }

    /** Returns the JSON members of the regions that match a filter, in device order. */
    public List<Map<String, Object>> regions(final ObjectFilter<MemoryRegionStatus> filter) throws IOException {
        try {
            final List<Map<String, Object>> rows = new ArrayList<>();
            for (final MemoryRegionsMXBean bean : beans(
                    MemoryRegionStatistics.objectName("*"),
                    MemoryRegionsMXBean.class,
                    filter.device(),
                    MemoryRegionsMXBean::getDeviceIndex)) {
                final int index = bean.getDeviceIndex();
                final String device = bean.getDevice();
                bean.getRegions().stream()
                        .filter(region -> filter.test(device, region))
                        .forEach(region -> rows.add(ObjectRows.of(index, device, region)));
            }
            return rows;
        } catch (final UndeclaredThrowableException e) {
            throw lost("regions", e);
        }
    }

    /** Returns the arenas whose names match a pattern. */
    StatReport arenas(final long pid, final ObjectName names) throws IOException {
        final long started = ProcessHandle.of(pid)
                .flatMap(process -> process.info().startInstant())
                .map(Instant::toEpochMilli)
                .orElse(0L);
        final SortedMap<String, ArenaFigures> arenas = new TreeMap<>();
        for (final ObjectName name : server.queryNames(names, null)) {
            try {
                arenas.put(name.getKeyProperty("name"), FigureBean.read(ArenaFigures.class, server, name));
            } catch (final InstanceNotFoundException e) {
                // the arena was closed after the query
                continue;
            }
        }
        return new StatReport(pid, started, System.currentTimeMillis(), arenas);
    }

    /**
     * Changes the settings of one device's pools.
     *
     * @throws InputException if the setting is rejected.
     * @throws IOException    if the connection is lost.
     */
    public void apply(final PoolSetting setting) throws IOException {
        try {
            setting.applyTo(poolBeans(setting.device()).get(0));
        } catch (final IllegalArgumentException | UnsupportedOperationException e) {
            throw new InputException(e.getMessage());
        } catch (final UndeclaredThrowableException e) {
            throw lost("pools", e);
        }
    }

    private List<FrmrPoolsMXBean> poolBeans(final String device) throws IOException {
        return beans(
                FrmrAdministration.objectName("*"), FrmrPoolsMXBean.class, device, FrmrPoolsMXBean::getDeviceIndex);
    }

    private <T> List<T> beans(
            final ObjectName names, final Class<T> type, final String device, final ToIntFunction<T> index)
            throws IOException {
        final List<T> beans = new ArrayList<>();
        for (final ObjectName name : server.queryNames(names, null)) {
            if (device == null || device.equals(name.getKeyProperty("device"))) {
                beans.add(JMX.newMXBeanProxy(server, name, type));
            }
        }
        if (device != null && beans.isEmpty()) {
            throw new InputException("Wrong device name - " + device);
        }
        beans.sort(Comparator.comparingInt(index));
        return beans;
    }

    /** Returns the exception for a call that failed because its JVM or device was lost. */
    private static IOException lost(final String objects, final UndeclaredThrowableException e) {
        return new IOException("lost the " + objects + ": " + e.getCause().getMessage(), e);
    }

    @Override
    public void close() throws IOException {
        if (connector != null) {
            connector.close();
        }
    }
}
