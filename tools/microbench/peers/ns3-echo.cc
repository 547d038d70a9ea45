// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/*
 * Measures the CPU time that ns-3 needs to simulate a 4 KB echo over UDP between two hosts on a 100 Gb/s link, with 32 echoes in flight. It is
 * the peer of the benchmark EchoRpc, which simulates both RNICs and both endpoints of an RPC. Prints the times of an echo, of an event and of an
 * empty event: the minimum and the median of nine rounds.
 *
 * Build and run (Debian: libns3-dev, g++):
 *
 *   g++ -O2 -o ns3-echo ns3-echo.cc -lns3-internet -lns3-point-to-point -lns3-network -lns3-core
 *   ./ns3-echo
 *
 * A program that is linked with ns-3 is subject to ns-3's licence, the GPL, version 2.
 */
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <vector>

#include "ns3/core-module.h"
#include "ns3/internet-module.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"

using namespace ns3;

static const uint32_t ECHO_BYTES = 4096;
static const int IN_FLIGHT = 32;
static const int ECHOES = 20000;
static const int EMPTY_EVENTS = 1000000;
static const int ROUNDS = 9;
static const uint16_t PORT = 20049;

static uint8_t payload[ECHO_BYTES];
static int left;

static double cpuNanos()
{
    timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec * 1e9 + now.tv_nsec;
}

static void echo(Ptr<Socket> socket)
{
    Address from;
    while (Ptr<Packet> packet = socket->RecvFrom(from)) {
        uint8_t bytes[ECHO_BYTES];
        packet->CopyData(bytes, ECHO_BYTES);
        socket->SendTo(Create<Packet>(bytes, ECHO_BYTES), 0, from);
    }
}

static void send(Ptr<Socket> socket)
{
    socket->Send(Create<Packet>(payload, ECHO_BYTES));
}

static void answered(Ptr<Socket> socket)
{
    while (Ptr<Packet> packet = socket->Recv()) {
        packet->CopyData(payload, ECHO_BYTES);
        if (--left >= IN_FLIGHT) {
            send(socket);
        }
    }
}

static void nothing(int events)
{
    if (events > 0) {
        Simulator::Schedule(NanoSeconds(1000), &nothing, events - 1);
    }
}

static void print(const char *what, std::vector<double> nanos)
{
    std::sort(nanos.begin(), nanos.end());
    std::printf("%-12s %8.0f ns least, %8.0f ns median\n", what, nanos.front(), nanos[nanos.size() / 2]);
}

int main()
{
    NodeContainer hosts;
    hosts.Create(2);
    PointToPointHelper link;
    link.SetDeviceAttribute("DataRate", StringValue("100Gbps"));
    link.SetDeviceAttribute("Mtu", UintegerValue(9000));
    link.SetChannelAttribute("Delay", StringValue("500ns"));
    link.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("1000p"));
    NetDeviceContainer devices = link.Install(hosts);
    InternetStackHelper internet;
    internet.SetIpv6StackInstall(false);
    internet.Install(hosts);
    Ipv4AddressHelper addresses;
    addresses.SetBase("10.98.0.0", "255.255.255.0");
    Ipv4InterfaceContainer interfaces = addresses.Assign(devices);

    Ptr<Socket> server = Socket::CreateSocket(hosts.Get(1), UdpSocketFactory::GetTypeId());
    server->SetAttribute("RcvBufSize", UintegerValue(1 << 20));
    server->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
    server->SetRecvCallback(MakeCallback(&echo));
    Ptr<Socket> client = Socket::CreateSocket(hosts.Get(0), UdpSocketFactory::GetTypeId());
    client->SetAttribute("RcvBufSize", UintegerValue(1 << 20));
    client->Bind();
    client->Connect(InetSocketAddress(interfaces.GetAddress(1), PORT));
    client->SetRecvCallback(MakeCallback(&answered));

    std::vector<double> echoes;
    std::vector<double> events;
    std::vector<double> emptyEvents;
    for (int round = 0; round < ROUNDS; round++) {
        left = ECHOES;
        for (int i = 0; i < IN_FLIGHT; i++) {
            Simulator::ScheduleNow(&send, client);
        }
        const uint64_t eventsBefore = Simulator::GetEventCount();
        double begin = cpuNanos();
        Simulator::Run();
        const double nanos = cpuNanos() - begin;
        if (left != 0) {
            std::fprintf(stderr, "ns3-echo: echoes lost: left=%d limit=0\n", left);
            return 1;
        }
        echoes.push_back(nanos / ECHOES);
        events.push_back(nanos / (Simulator::GetEventCount() - eventsBefore));

        Simulator::ScheduleNow(&nothing, EMPTY_EVENTS);
        begin = cpuNanos();
        Simulator::Run();
        emptyEvents.push_back((cpuNanos() - begin) / EMPTY_EVENTS);
    }
    print("echo", echoes);
    print("event", events);
    print("empty event", emptyEvents);
    Simulator::Destroy();
    return 0;
}
