// SPDX-License-Identifier: GPL-2.0-only
/* Copyright (c) 2026 the rpcrdma authors */
/*
 * A driver without a device. /sys/kernel/debug/receive_forms/commands takes a command per write, answers has its result:
 *
 *   device ADDRESS         the PCI device that buffers are mapped for from now on; says the sizes of its page table's leaves
 *   forms                  the forms that this kernel can have, one a line
 *   connections FORM N     connections of N Receive buffers in that form: a row, see report
 *   shared N NETDEVICE     shared receive queues of N Receives of soft-RoCE's device on it, one after the other
 *   fragment SEED, mend    has memory in blocks of less than eight pages, and frees what that took
 *
 * Figures are instructions, if the machine's clock counts them: a loop of a known number of instructions tells how many ticks one is.
 */
#include <linux/debugfs.h>
#include <linux/delay.h>
#include <linux/iommu.h>
#include <linux/irqflags.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/pci.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/uaccess.h>

#include "call_counts.h"
#include "forms.h"
#include "fragments.h"
#include "shared_receives.h"

#define MAX_BUFFERS 8192
/* Connections that are timed, the first of which warms up; whose calls are counted; that exist at the same time. */
#define TIMED 11
#define COUNTED 16
#define HELD 32
/* What a page table of the lowest level maps: 512 pages. */
#define TABLE_SHIFT 21
#define LOOPS 1000000
#define INSTRUCTIONS (2 * LOOPS)

static DEFINE_MUTEX(lock);
static struct dentry *folder;
static struct device *device;
static char answer[1024];

/* Ticks of INSTRUCTIONS, and of LOOPS calls of charge. */
static u64 clock_ticks, charge_ticks;

static noinline u64 ticks_of_instructions(void)
{
	unsigned long n = LOOPS;
	u64 begun = get_cycles();

#if defined(CONFIG_X86_64)
	asm volatile("1: decq %0\n\tjnz 1b" : "+r" (n) : : "cc");
#elif defined(CONFIG_ARM64)
	asm volatile("1: subs %0, %0, #1\n\tb.ne 1b" : "+r" (n) : : "cc");
#else
#error "no loop of a known number of instructions for this processor"
#endif
	return get_cycles() - begun;
}

/* Nothing else runs meanwhile. */
static void read_clock(void)
{
	struct meter meter = {};
	unsigned long flags;
	unsigned int i;

	local_irq_save(flags);
	meter.last = get_cycles();
	for (i = 0; i < LOOPS; i++)
		charge(&meter, ALLOCATE);
	charge_ticks = meter.ticks[ALLOCATE];
	clock_ticks = ticks_of_instructions();
	local_irq_restore(flags);
}

/* Instructions of a phase without those of charge. */
static u64 instructions(const struct meter *meter, unsigned int phase)
{
	u64 charged = div_u64(charge_ticks * meter->charges[phase], LOOPS);
	u64 ticks = meter->ticks[phase] > charged ? meter->ticks[phase] - charged : 0;

	return div64_u64(ticks * INSTRUCTIONS, clock_ticks);
}

static u64 instructions_of(const struct meter *meter, unsigned int first, unsigned int last)
{
	u64 sum = 0;

	for (; first <= last; first++)
		sum += instructions(meter, first);
	return sum;
}

static int by_value(const void *a, const void *b)
{
	u64 first = *(const u64 *)a, second = *(const u64 *)b;

	return first < second ? -1 : first > second;
}

__printf(1, 2) static void say(const char *format, ...)
{
	size_t length = strlen(answer);
	va_list arguments;

	va_start(arguments, format);
	vscnprintf(answer + length, sizeof(answer) - length, format, arguments);
	va_end(arguments);
}

static void connection_end(struct connection *connection)
{
	connection->form->tear_down(connection);
	kvfree(connection->memory);
	kvfree(connection->addresses);
}

/* Ends it if it cannot be set up. */
static int connection_begin(struct connection *connection, const struct form *form, unsigned int buffers)
{
	int failure = -ENOMEM;

	*connection = (struct connection) { .form = form, .device = device, .buffers = buffers };
	connection->memory = kvcalloc(buffers, sizeof(void *), GFP_KERNEL);
	connection->addresses = kvcalloc(buffers, sizeof(dma_addr_t), GFP_KERNEL);
	if (connection->memory && connection->addresses) {
		connection->meter.last = get_cycles();
		failure = form->set_up(connection);
	}
	if (failure)
		connection_end(connection);
	return failure;
}

/* One that comes and goes; what it took is in its meter. */
static int connection_pass(struct connection *connection, const struct form *form, unsigned int buffers)
{
	int failure = connection_begin(connection, form, buffers);

	if (failure)
		return failure;
	connection->meter.last = get_cycles();
	connection_end(connection);
	return 0;
}

/* The least, the median and the most of all but the first, and the phases of the least. */
static int report_time(const struct form *form, unsigned int buffers, unsigned int *mappings)
{
	u64 totals[TIMED], least = U64_MAX;
	struct connection connection;
	struct meter meter = {};
	unsigned int i;

	for (i = 0; i < TIMED; i++) {
		int failure = connection_pass(&connection, form, buffers);

		if (failure)
			return failure;
		totals[i] = instructions_of(&connection.meter, 0, PHASES - 1);
		if (i > 0 && totals[i] < least) {
			least = totals[i];
			meter = connection.meter;
		}
	}
	*mappings = connection.mappings;
	sort(totals + 1, TIMED - 1, sizeof(*totals), by_value, NULL);
	say("\t%llu\t%llu\t%llu", totals[1], totals[TIMED / 2], totals[TIMED - 1]);
	say("\t%llu\t%llu", instructions_of(&meter, ALLOCATE, TAKE), instructions_of(&meter, UNMAP, RELEASE));
	for (i = 0; i < PHASES; i++)
		say("\t%llu", instructions(&meter, i));
	return 0;
}

static void say_tenths(u64 count)
{
	u64 tenths = div_u64(count * 10 + COUNTED / 2, COUNTED);
	u32 tenth;
	u64 whole = div_u64_rem(tenths, 10, &tenth);

	say("\t%llu.%u", whole, tenth);
}

/* Calls of a mean connection. Invalidations that a lazy IOMMU puts off are waited for. */
static int report_calls(const struct form *form, unsigned int buffers)
{
	struct connection connection;
	int failure = counts_start();
	unsigned int i;

	for (i = 0; i < COUNTED && !failure; i++)
		failure = connection_pass(&connection, form, buffers);
	msleep(100);
	counts_stop();
	for (i = 0; i < CALLED && !failure; i++)
		if (is_counted(i))
			say_tenths(count_of(i));
		else
			say("\t-");
	return failure;
}

/* Leaves that map it: each is as large as what it maps is aligned to. */
static unsigned int leaves_of(struct mapping mapping, unsigned long sizes)
{
	unsigned int leaves = 0;

	while (mapping.size) {
		unsigned long aligned = mapping.address | mapping.memory | mapping.size;
		unsigned long fitting = sizes & GENMASK(min(__fls(mapping.size), __ffs(aligned)), 0);
		size_t leaf = BIT(__fls(fitting));

		mapping.address += leaf;
		mapping.memory += leaf;
		mapping.size -= leaf;
		leaves++;
	}
	return leaves;
}

/* Of the connections that are there: leaves of the first; lowest page tables that all have leaves in. */
static int report_leaves(struct connection *connections, unsigned int n, unsigned long sizes)
{
	unsigned int i, number, leaves = 0, tables = 0, spots = 0;
	u64 *spot;

	for (i = 0; i < n; i++)
		spots += connections[i].mappings;
	spot = kvcalloc(spots, sizeof(*spot), GFP_KERNEL);
	if (!spot)
		return -ENOMEM;
	spots = 0;
	for (i = 0; i < n; i++)
		for (number = 0; number < connections[i].mappings; number++) {
			struct mapping mapping = connections[i].form->mapping(&connections[i], number);

			if (i == 0 && sizes)
				leaves += leaves_of(mapping, sizes);
			spot[spots++] = mapping.address >> TABLE_SHIFT;
		}
	sort(spot, spots, sizeof(*spot), by_value, NULL);
	for (i = 0; i < spots && sizes; i++)
		tables += i == 0 || spot[i] != spot[i - 1];
	kvfree(spot);
	say("\t%u\t%u", leaves, tables);
	return 0;
}

static unsigned long leaf_sizes(void)
{
	struct iommu_domain *domain = iommu_get_domain_for_dev(device);

	return domain ? domain->pgsize_bitmap : 0;
}

static int report_held(const struct form *form, unsigned int buffers)
{
	struct connection *connections = kvcalloc(HELD, sizeof(*connections), GFP_KERNEL);
	unsigned int i = 0;
	int failure = -ENOMEM;

	if (!connections)
		return failure;
	for (failure = 0; i < HELD && !failure; i += !failure)
		failure = connection_begin(&connections[i], form, buffers);
	if (!failure)
		failure = report_leaves(connections, HELD, leaf_sizes());
	while (i > 0)
		connection_end(&connections[--i]);
	kvfree(connections);
	return failure;
}

/*
 * FORM, buffers, connections timed; instructions of a connection, the least, median, most; of the least, those of set-up and
 * tear-down and of each phase; mappings or links; of a mean connection, each kind of call; leaves; page tables of HELD connections.
 */
static int report(const char *name, unsigned int buffers)
{
	const struct form *form = form_of(name);
	unsigned int mappings = 0;
	int failure;

	if (!form || !device || buffers == 0 || buffers > MAX_BUFFERS)
		return -EINVAL;
	read_clock();
	say("%s\t%u\t%u", name, buffers, TIMED - 1);
	failure = report_time(form, buffers, &mappings);
	say("\t%u", mappings);
	if (!failure)
		failure = report_calls(form, buffers);
	if (!failure)
		failure = report_held(form, buffers);
	say("\n");
	return failure;
}

/* Receives, and of the queue that took least the instructions of each phase. */
static int report_shared(unsigned int receives, const char *network_device)
{
	u64 least = U64_MAX;
	struct meter meter = {};
	unsigned int i;

	if (receives == 0 || receives > MAX_BUFFERS)
		return -EINVAL;
	read_clock();
	for (i = 0; i < TIMED; i++) {
		struct meter taken = {};
		int failure = share_receives(network_device, receives, &taken);

		if (failure)
			return failure;
		if (i > 0 && instructions_of(&taken, 0, SHARED_PHASES - 1) < least) {
			least = instructions_of(&taken, 0, SHARED_PHASES - 1);
			meter = taken;
		}
	}
	say("%u\t%llu", receives, least);
	for (i = 0; i < SHARED_PHASES; i++)
		say("\t%llu", instructions(&meter, i));
	say("\n");
	return 0;
}

static void list_forms(void)
{
	const char *name;
	unsigned int i;

	for (i = 0; (name = form_name(i)); i++)
		say("%s\n", name);
}

static int choose_device(const char *address)
{
	struct device *found = bus_find_device_by_name(&pci_bus_type, NULL, address);

	if (!found)
		return -ENODEV;
	put_device(device);
	device = found;
	read_clock();
	say("leaves\t%#lx\tticks of %u instructions\t%llu\n", leaf_sizes(), INSTRUCTIONS, clock_ticks);
	return 0;
}

static int carry_out(const char *command)
{
	char word[32];
	unsigned int n;
	u64 seed;

	answer[0] = 0;
	if (sscanf(command, "device %31s", word) == 1)
		return choose_device(word);
	if (sscanf(command, "connections %31s %u", word, &n) == 2)
		return report(word, n);
	if (sscanf(command, "shared %u %31s", &n, word) == 2)
		return report_shared(n, word);
	if (sscanf(command, "fragment %llu", &seed) == 1) {
		say("held\t%lu\n", fragment_memory(seed));
		return 0;
	}
	if (!strcmp(command, "forms")) {
		list_forms();
		return 0;
	}
	if (!strcmp(command, "mend")) {
		mend_memory();
		return 0;
	}
	return -EINVAL;
}

static ssize_t take_command(struct file *file, const char __user *from, size_t n, loff_t *at)
{
	char *text = memdup_user_nul(from, min_t(size_t, n, 128));
	int failure;

	if (IS_ERR(text))
		return PTR_ERR(text);
	mutex_lock(&lock);
	failure = carry_out(strim(text));
	mutex_unlock(&lock);
	kfree(text);
	return failure ? failure : n;
}

static ssize_t give_answer(struct file *file, char __user *to, size_t n, loff_t *at)
{
	ssize_t read;

	mutex_lock(&lock);
	read = simple_read_from_buffer(to, n, at, answer, strlen(answer));
	mutex_unlock(&lock);
	return read;
}

static const struct file_operations commands = { .owner = THIS_MODULE, .write = take_command };
static const struct file_operations answers = { .owner = THIS_MODULE, .read = give_answer };

static int __init begin(void)
{
	int failure = counts_begin();

	if (failure)
		return failure;
	folder = debugfs_create_dir("receive_forms", NULL);
	debugfs_create_file("commands", 0200, folder, NULL, &commands);
	debugfs_create_file("answers", 0400, folder, NULL, &answers);
	return 0;
}

static void __exit end(void)
{
	debugfs_remove_recursive(folder);
	counts_end();
	mend_memory();
	put_device(device);
}

module_init(begin);
module_exit(end);
MODULE_DESCRIPTION("Receive buffers of a connection, allocated and mapped in several forms, and what that takes");
MODULE_LICENSE("GPL");
