// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.jvm;

import static org.rpcrdma.testkit.Refusals.assertMessage;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.management.MBeanServerConnection;
import org.junit.jupiter.api.Test;
import org.rpcrdma.frmr.FrmrAdministration;
import org.rpcrdma.frmr.FrmrPoolStatus;

class JvmConnectionTest {
    /** A connection that lists a device but fails when the device's pools are read. */
    private static final MBeanServerConnection ENDING = (MBeanServerConnection) Proxy.newProxyInstance(
            JvmConnectionTest.class.getClassLoader(),
            new Class<?>[] {MBeanServerConnection.class},
            (proxy, method, arguments) -> {
                if (method.getName().equals("queryNames")) {
                    return Set.of(FrmrAdministration.objectName("sim0"));
                }
                throw new IOException("connection reset");
            });

    private final JvmConnection connection = new JvmConnection(ENDING);

    @Test
    void shouldReportWhatIsLostIfTheJvmEnds() {
        final ObjectFilter<FrmrPoolStatus> all = ObjectFilter.parse(List.of(), Map.of());
        final PoolSetting aging = PoolSetting.parse(List.of("dev", "sim0", "aging", "5"));

        assertMessage(IOException.class, "lost the pools: connection reset", () -> connection.pools(all, false, false));
        assertMessage(IOException.class, "lost the pools: connection reset", () -> connection.apply(aging));
        assertMessage(
                IOException.class,
                "lost the regions: connection reset",
                () -> connection.regions(ObjectFilter.parse(List.of(), Map.of())));
    }
}
