// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.cost;

/** The hardware that a figure of the cost model was measured on. */
enum Origin {
    /** No hardware in particular: a standard, a constant of Linux, or an assumption. */
    ANY(""),
    MORELLO("Arm Morello, SMMUv3"),
    TEGRA241("Tegra241, virtual machine"),
    KUNPENG("Arm server, storage"),
    X86("x86 of unknown model"),
    IOMMUPT("iommupt's machine"),
    IVY_BRIDGE("Ivy Bridge, NFP-6000"),
    BROADWELL("Broadwell, NFP-6000"),
    CASCADE_LAKE("Cascade Lake, ConnectX-5"),
    CONNECTX3("ConnectX-3"),
    CONNECTX4LX("ConnectX-4 Lx, virtual machine"),
    CONNECT_IB("Connect-IB"),
    CONNECTX6("ConnectX-6"),
    MLX5("mlx5 of unknown model"),
    FINEMEM("FineMem's NIC"),
    CMTIME("cmtime's hosts");

    private final String label;

    Origin(final String label) {
        this.label = label;
    }

    /** Returns its name in reports; empty for {@link #ANY}. */
    String label() {
        return label;
    }
}
